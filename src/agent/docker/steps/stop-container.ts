import { isUp, killedExitCode } from '../../runtime/workload.ts';
import { inspectContainer, stopContainer as stop } from '../engine/containers.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import type { StepKind } from '../step-kind.ts';

type Ended = Pick<ObservedContainer, 'exitCode' | 'finishedAt'> | null;

export const stopContainer: StepKind<'stop-container', { containerId: string; cause: string | null }, Ended> = {
  kind: 'stop-container',
  action: () => 'stop the daemon',
  done: () => 'Stopped the daemon',
  event: 'node.stopped',
  effect: 'stop',
  async apply({ containerId }, { client, stopTimeoutSeconds }) {
    await stop(client, containerId, stopTimeoutSeconds);
    return inspectContainer(client, containerId);
  },
  isDone: (_, { container }) => container === undefined || !isUp(container),
  finish({ containerId, cause, why }, result, { snapshot }) {
    const ended = result === undefined ? snapshot.observed.containers.find(({ id }) => id === containerId) : result;
    const { exitCode = null, finishedAt = null } = ended ?? {};
    const killed = {
      level: 'warning' as const,
      message: `Killed the daemon: ${why}. It did not stop in time; unflushed data is lost, and the next start may verify the chain.`,
    };
    return {
      change: { cause, lastExit: finishedAt, exit: null },
      event: { ...(exitCode === killedExitCode ? killed : {}), data: { exitCode } },
    };
  },
};
