import type { NodePhase } from '../../contract/types.generated.ts';
import type { OutboxCounts } from '../outbox/outbox.ts';

/** What a running agent says of itself to whoever is root on its host. */
export interface AgentStatus {
  version: string;
  name: string;
  /** Null before the first heartbeat that was answered. */
  executorId: string | null;
  /** ISO time. */
  startedAt: string;
  controlPlane: string;
  lastSync: { at: string | null; succeededAt: string | null; error: string | null };
  /** Revision of the desired state that is held. */
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
  }[];
  orphans: { nodeId: string; name: string; containerId: string | null }[];
  outbox: OutboxCounts;
}

/** Why a node is as it is, and what follows. */
export interface NodeExplanation {
  node: { id: string; name: string };
  desired: string[];
  observed: string[];
  steps: { action: string; why: string }[];
  /** What must happen before there is anything more to do; null when nothing is waited for. */
  waitingFor: string | null;
}
