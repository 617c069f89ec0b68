import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { WatchedLoops } from '../loops/watched-loops.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Store } from '../store/database.ts';
import type { Installation } from '../store/installation.ts';

export interface AgentBasis {
  settings: AgentSettings;
  database: Store;
  installation: Installation;
  loops: WatchedLoops;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}
