import { isUp, killedExitCode } from '../../runtime/workload.ts';
import { inspectContainer, stopContainer as stop } from '../engine/containers.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import type { StepKind } from '../step-kind.ts';

interface StopParams {
  containerId: string;
  cause: string | null;
  /** Given for a container that is removed next because it lacks its ports. */
  networkMadeAt?: number;
}

type Ended = Pick<ObservedContainer, 'exitCode' | 'finishedAt'> | null;

/** Stops the daemon and gives it the time that its flush needs; reports when the engine had to kill it. */
export const stopContainer: StepKind<'stop-container', StopParams, Ended> = {
  kind: 'stop-container',
  texts: () => ['stop the daemon', 'Stopped the daemon'],
  event: 'node.stopped',
  effect: 'stop',
  async apply({ containerId }, { client, settings }) {
    await stop(client, containerId, settings.stopTimeoutSeconds);
    return inspectContainer(client, containerId);
  },
  isDone: (_, { container }) => container === undefined || !isUp(container),
  finish({ containerId, cause, why, networkMadeAt }, result, { snapshot }) {
    const ended = result === undefined ? snapshot.observed.containers.find(({ id }) => id === containerId) : result;
    const { exitCode = null, finishedAt = null } = ended ?? {};
    const killed = {
      level: 'warning' as const,
      message: `Killed the daemon: ${why}. It did not stop in time; unflushed data is lost, and the next start may verify the chain.`,
    };
    return {
      change: {
        ...{ cause, lastExit: finishedAt, exit: null },
        ...(networkMadeAt === undefined ? {} : { unpublished: { workloadId: containerId, networkMadeAt } }),
      },
      event: { ...(exitCode === killedExitCode ? killed : {}), data: { exitCode } },
    };
  },
};
