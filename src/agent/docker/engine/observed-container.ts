import type Docker from 'dockerode';
import { labels } from './labels.ts';

export type ContainerState = 'created' | 'running' | 'paused' | 'restarting' | 'removing' | 'exited' | 'dead';

/** What the engine says of one container of ours. */
export interface ObservedContainer {
  id: string;
  name: string;
  nodeId: string;
  /** The installation of the agent that made it; null where that is not known. */
  instanceId: string | null;
  state: ContainerState;
  specHash: string;
  /** Null on a container whose labels someone else wrote. */
  ports: { rpc: number; p2p: number } | null;
  imageId: string;
  /** ISO times of the engine; null when it has not happened yet. */
  startedAt: string | null;
  finishedAt: string | null;
  exitCode: number;
  oomKilled: boolean;
  /** How often the engine itself has started it again. */
  restartCount: number;
}

export const isUp = (container: ObservedContainer): boolean =>
  container.state === 'running' || container.state === 'paused' || container.state === 'restarting';

/** Reads an answer of `GET /containers/ID/json`. */
export function observedContainer(inspected: Docker.ContainerInspectInfo): ObservedContainer {
  const found = inspected.Config.Labels;
  const rpc = Number(found[labels.rpcPort]);
  const p2p = Number(found[labels.p2pPort]);
  return {
    id: inspected.Id,
    name: inspected.Name.replace(/^\//, ''),
    nodeId: found[labels.node] ?? '',
    instanceId: found[labels.instance] ?? null,
    state: inspected.State.Status as ContainerState,
    specHash: found[labels.spec] ?? '',
    ports: Number.isInteger(rpc) && Number.isInteger(p2p) && rpc > 0 && p2p > 0 ? { rpc, p2p } : null,
    imageId: inspected.Image,
    startedAt: instant(inspected.State.StartedAt),
    finishedAt: instant(inspected.State.FinishedAt),
    exitCode: inspected.State.ExitCode,
    oomKilled: inspected.State.OOMKilled,
    restartCount: inspected.RestartCount,
  };
}

/** The engine writes the year 1 for «never». */
const instant = (text: string): string | null => (text === '' || text.startsWith('0001-') ? null : text);
