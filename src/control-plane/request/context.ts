import type { Logger } from 'pino';
import type { Auth } from '../accounts/auth.ts';
import type { Caller, Callers } from '../accounts/callers.ts';
import type { Secret } from '../accounts/secret-file.ts';
import type { Database } from '../database/database.ts';
import type { TouchExecutor } from '../executors/touch.ts';
import type { NodesOn } from '../nodes/batch.ts';
import type { Nudges } from '../nudges/nudges.ts';
import type { ControlPlaneSettings } from '../settings.ts';

/** What the server gives to every resolver. */
export interface ServerContext {
  database: Database;
  auth: Auth;
  callers: Callers;
  secret: Secret;
  nudges: Nudges;
  settings: ControlPlaneSettings;
  log: Logger;
}

/** What a resolver is given. */
export interface ApiContext extends ServerContext {
  /** Null without a valid API key. */
  caller: Caller | null;
  nodesOn: NodesOn;
  touchExecutor: TouchExecutor;
}
