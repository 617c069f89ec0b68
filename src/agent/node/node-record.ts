import type { DatabaseSync } from 'node:sqlite';
import type { NodePhase } from '../../contract/types.generated.ts';
import type { ContainerInputs } from '../docker/container-spec.ts';

/** How a daemon ended when nobody here had asked for it. */
export interface UnexpectedExit {
  /** Null when the engine had started it again before anyone could ask. */
  code: number | null;
  outOfMemory: boolean;
  /** What it said last, for people; null when it said nothing or ended in peace. */
  lastWords: string | null;
  /** How often in a row it ended in just this way. */
  times: number;
}

/** What the agent must remember of a node because the engine cannot tell it. Kept on disk. */
export interface NodeMemory {
  /** Host ports, chosen once. */
  ports: { rpc: number; p2p: number } | null;
  /** The agent's own credentials for this node's RPC. */
  agentRpc: { password: string; salt: string } | null;
  /** What the present container was made from, to be able to say what changed. */
  applied: ContainerInputs | null;
  /** The revision that was last carried out completely. */
  appliedRevision: number | null;
  /** A restart happens when the desired counter is ahead of `settled`. `was` names the run that must end; null when none ran. */
  restart: { settled: number | null; pending: { counter: number; was: string | null } | null };
  /** Whether the daemon ever came up here with these ports. */
  everStarted: boolean;
  volumeMade: boolean;
  /** The restart counter when the volume was found gone: only a restart asked for after that may begin with an empty one. */
  volumeLostAt: number | null;
  /** Why the container is being replaced or restarted, until it has started. */
  cause: string | null;
  /** The engine's time of the last exit that has been accounted for. */
  lastExit: string | null;
  /** The unexpected exit from which the daemon has not recovered yet. */
  exit: UnexpectedExit | null;
  /** What failed last, until something succeeds; `quiet` when it needs no event of its own: it was told before, or concerns all nodes. */
  failure: { message: string; count: number; quiet: boolean } | null;
  status: { phase: NodePhase; since: string; reason: string | null };
}

export function blankMemory(now: number): NodeMemory {
  return {
    ports: null,
    agentRpc: null,
    applied: null,
    appliedRevision: null,
    restart: { settled: null, pending: null },
    everStarted: false,
    volumeMade: false,
    volumeLostAt: null,
    cause: null,
    lastExit: null,
    exit: null,
    failure: null,
    status: { phase: 'pending', since: new Date(now).toISOString(), reason: null },
  };
}

export function loadMemory(database: DatabaseSync, nodeId: string): NodeMemory | undefined {
  const row = database.prepare('SELECT document FROM node_memory WHERE node_id = ?').get(nodeId);
  return row === undefined ? undefined : (JSON.parse(String(row['document'])) as NodeMemory);
}

export function saveMemory(database: DatabaseSync, nodeId: string, memory: NodeMemory): void {
  database
    .prepare(
      `INSERT INTO node_memory (node_id, document) VALUES (?, ?)
       ON CONFLICT (node_id) DO UPDATE SET document = excluded.document`,
    )
    .run(nodeId, JSON.stringify(memory));
}

/** The host ports that any node here has been given. */
export function rememberedPorts(database: DatabaseSync): number[] {
  const rows = database.prepare(
    `SELECT document ->> '$.ports.rpc' AS rpc, document ->> '$.ports.p2p' AS p2p FROM node_memory`,
  );
  return rows.all().flatMap((row) => (row['rpc'] === null ? [] : [Number(row['rpc']), Number(row['p2p'])]));
}
