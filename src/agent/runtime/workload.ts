import type { ZmqTopic } from '../../bitcoin/zmq.ts';

/** The host port of each topic published over ZeroMQ. Stored in the node's record. */
export type ZmqPorts = Partial<Record<ZmqTopic, number>>;

export interface Workload {
  id: string;
  /** The agent installation that created it. */
  instanceId: string;
  state: 'stopped' | 'running' | 'restarting' | 'removing';
  ports: { rpc: number; p2p: number } | null;
  /** Undefined if it publishes nothing over ZeroMQ. */
  zmqPorts?: ZmqPorts;
  /** ISO times of the runtime; null before it has happened. */
  startedAt: string | null;
  finishedAt: string | null;
  exitCode: number;
  outOfMemory: boolean;
  /** Number of restarts by the runtime itself. */
  restartCount: number;
}

/** The exit code of a process killed with SIGKILL: 128 + 9, as shells and container engines report it. */
export const killedExitCode = 137;

/** Returns whether a daemon may have the data directory open. A paused daemon counts as running. */
export const isUp = ({ state }: Workload): boolean => state === 'running' || state === 'restarting';

/** Identifies one run of a workload: every start has another one. */
export const runOf = ({ id, startedAt }: Workload): string => `${id}@${startedAt}`;
