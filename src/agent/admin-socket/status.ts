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
    /** Bytes a day by which its block files grow; null while that is unknown. */
    growthBytesPerDay: number | null;
  }[];
  disks: readonly DiskStatus[];
  /** `kept`: chain data that the deletion of its node asked to keep. */
  orphans: { nodeId: string; name: string; containerId: string | null; kept: boolean; data: ChainDataInput | null }[];
  outbox: OutboxCounts;
  engine: { error: string | null };
  /** ISO times of the API key's rotation and of its end; null for one without an end. `warning`: why it cannot be rotated. */
  key: { rotateAt: string | null; expiresAt: string | null; warning: string | null };
  upgrade: UpgradeStatus;
}

export const socketPath = (dataDir: string): string => join(dataDir, 'agent.sock');
