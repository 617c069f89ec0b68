import type Docker from 'dockerode';
import pRetry from 'p-retry';
import { inspectOrNull } from '../../agent/docker/engine/containers.ts';
import type { EngineClient } from '../../agent/docker/engine/engine-client.ts';
import { lostTaskTries, saysLostTask } from '../../agent/docker/engine/lost-task.ts';
import { nameOf } from '../../agent/docker/own/successor.ts';
import { RuntimeError } from '../../agent/runtime/runtime-error.ts';
import type { OrderedImage } from '../../upgrade/order.ts';

/**
 * Engine calls for a container of a switch. Retried while the engine is down, which is no version's fault. Throws
 * RuntimeError.
 */
export class EngineActs {
  readonly client: EngineClient;

  constructor(client: EngineClient) {
    this.client = client;
  }

  lookAt(id: string): Promise<Docker.ContainerInspectInfo | null> {
    return this.steadily(() => inspectOrNull(this.client, id));
  }

  /** Returns false if the engine can no longer start this container but can start a replacement. */
  async start(id: string): Promise<boolean> {
    const { client } = this;
    const start = () =>
      client.call('start the agent', (abortSignal) => client.docker.getContainer(id).start({ abortSignal }));
    const isLost = (error: unknown) => error instanceof RuntimeError && saysLostTask(error.message);
    try {
      await pRetry(() => this.steadily(start).catch(unless(hasStatus304)), {
        ...{ retries: lostTaskTries - 1, factor: 1, minTimeout: 1000 },
        shouldRetry: ({ error }) => isLost(error),
      });
      return true;
    } catch (error) {
      if (!isLost(error)) throw error;
      return false;
    }
  }

  /** Does nothing if it is not running. It has `seconds` to exit. */
  async stop(id: string, seconds: number): Promise<void> {
    const { client } = this;
    const stop = () =>
      client.call('stop the agent', (abortSignal) => client.docker.getContainer(id).stop({ t: seconds, abortSignal }), {
        timeoutSeconds: 2 * seconds + 10,
      });
    await this.steadily(() => stop().catch(unless(hasStatus304)));
  }

  async setRestart(id: string, policy: OrderedImage['container']['restart']): Promise<void> {
    const { client } = this;
    await this.steadily(() =>
      client.call('set the restart policy', (abortSignal) =>
        client.docker.getContainer(id).update({ RestartPolicy: policy, abortSignal }),
      ),
    );
  }

  /** Does nothing if it already has the name. */
  async rename(id: string, name: string): Promise<void> {
    const { client } = this;
    const found = await this.lookAt(id);
    if (found !== null && nameOf(found) === name) return;
    await this.steadily(() =>
      client.call('rename a container', (abortSignal) =>
        client.docker.getContainer(id).rename({ name, abortSignal } as { name: string }),
      ),
    );
  }

  /** Its volumes stay. */
  async remove(found: Pick<Docker.ContainerInspectInfo, 'Id'> | null): Promise<void> {
    const { client } = this;
    if (found === null) return;
    await this.steadily(() =>
      client
        .call('remove a container', (abortSignal) =>
          client.docker.getContainer(found.Id).remove({ force: true, abortSignal }),
        )
        .catch(unless(({ fault }) => fault === 'not-found' || fault === 'conflict')),
    );
  }

  steadily<T>(work: () => Promise<T>): Promise<T> {
    return pRetry(work, {
      ...{ retries: 120, factor: 1, minTimeout: 1000 },
      shouldRetry: ({ error }) => error instanceof RuntimeError && error.fault === 'unreachable',
    });
  }
}

/** The container is already in the requested state. */
const hasStatus304 = (error: RuntimeError): boolean =>
  (error.cause as { statusCode?: number } | undefined)?.statusCode === 304;

/** An error handler that treats some errors as success. */
const unless =
  (isFine: (error: RuntimeError) => boolean) =>
  (error: unknown): void => {
    if (!(error instanceof RuntimeError) || !isFine(error)) throw error;
  };
