import { join } from 'node:path';
import type { ChainDataInput, NodePhase } from '../../contract/types.generated.ts';
import type { DiskStatus } from '../disk/disk-guard.ts';
import type { OutboxCounts } from '../outbox/outbox.ts';
import type { UpgradeStatus } from '../upgrade/upgrade-reporter.ts';

export interface AgentStatus {
  version: string;
  name: string;
  executorId: string | null;
  startedAt: string;
  controlPlane: string;
  lastSync: { at: string | null; succeededAt: string | null; error: string | null };
  revision: number | null;
  nodes: {
    id: string;
    name: string;
    network: string;
    phase: NodePhase;
    since: string;
    reason: string | null;
    endpoint: string | null;
    height: number | null;
    /** Growth of its block files in bytes per day; null while unknown. */
    growthBytesPerDay: number | null;
  }[];
  disks: readonly DiskStatus[];
  /** `kept`: its node was deleted with its chain data kept. */
  orphans: { nodeId: string; name: string; containerId: string | null; kept: boolean; data: ChainDataInput | null }[];
  outbox: OutboxCounts;
  engine: { error: string | null };
  /**
   * ISO times of the API key's rotation and expiry; null for a key that never expires. `warning`: why it cannot be
   * rotated.
   */
  key: { rotateAt: string | null; expiresAt: string | null; warning: string | null };
  upgrade: UpgradeStatus;
}

export const socketPath = (dataDir: string): string => join(dataDir, 'agent.sock');
