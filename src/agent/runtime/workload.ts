import type { ZmqTopic } from '../../bitcoin/zmq.ts';

/** The host port of each topic that is published over ZeroMQ. It lies on disk in the node's record. */
export type ZmqPorts = Partial<Record<ZmqTopic, number>>;

export interface Workload {
  id: string;
  /** The installation of the agent that made it. */
  instanceId: string;
  state: 'stopped' | 'running' | 'restarting' | 'removing';
  ports: { rpc: number; p2p: number } | null;
  /** Undefined where it publishes nothing over ZeroMQ. */
  zmqPorts?: ZmqPorts;
  /** ISO times of the runtime; null when it has not happened yet. */
  startedAt: string | null;
  finishedAt: string | null;
  exitCode: number;
  outOfMemory: boolean;
  /** How often the runtime itself restarted the daemon. */
  restartCount: number;
}

/** The exit code of a process that SIGKILL ended: 128 + 9, as shells and container engines report it. */
export const killedExitCode = 137;

/** Returns whether a daemon may have the data directory open. A paused daemon counts as running. */
export const isUp = ({ state }: Workload): boolean => state === 'running' || state === 'restarting';

/** Identifies one run of a workload: every start gives another one. */
export const runOf = ({ id, startedAt }: Workload): string => `${id}@${startedAt}`;
