import type Docker from 'dockerode';
import pRetry from 'p-retry';
import { inspectOrNull } from '../../agent/docker/engine/containers.ts';
import type { ContainerAct, EngineClient } from '../../agent/docker/engine/engine-client.ts';
import { lostTaskTries, saysLostTask } from '../../agent/docker/engine/lost-task.ts';
import { nameOf } from '../../agent/docker/own/successor.ts';
import { ignoring, RuntimeError, type RuntimeFault } from '../../agent/runtime/runtime-error.ts';
import type { OrderedImage } from '../../upgrade/upgrade-files.ts';

/** Calls for a container of a switch. Retried while the engine is down. Throws RuntimeError. */
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
    const start = () =>
      this.#act('start the agent', id, (container, options) => container.start(options), ['not-modified']);
    const isLost = (error: unknown) => error instanceof RuntimeError && saysLostTask(error.message);
    try {
      await pRetry(start, {
        retries: lostTaskTries - 1,
        factor: 1,
        minTimeout: 1000,
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
    const stop: Act = (container, options) => container.stop({ ...options, t: seconds });
    await this.#act('stop the agent', id, stop, ['not-modified'], 2 * seconds + 10);
  }

  async setRestart(id: string, policy: OrderedImage['container']['restart']): Promise<void> {
    const update: Act = (container, options) => container.update({ ...options, RestartPolicy: policy });
    // The engine also updates the current run, which may be ending in a crash loop.
    await pRetry(() => this.#act('set the restart policy', id, update), {
      retries: 5,
      factor: 1,
      minTimeout: 200,
      shouldRetry: ({ error }) => error.message.includes('a stopped container'),
    });
  }

  /** Does nothing if it already has the name. */
  async rename(id: string, name: string): Promise<void> {
    const found = await this.lookAt(id);
    if (found !== null && nameOf(found) === name) return;
    await this.#act('rename a container', id, (container, options) => container.rename({ ...options, name }));
  }

  /** Its volumes stay. */
  async remove(found: Pick<Docker.ContainerInspectInfo, 'Id'> | null): Promise<void> {
    const remove: Act = (container, options) => container.remove({ ...options, force: true });
    if (found !== null) await this.#act('remove a container', found.Id, remove, ['not-found', 'conflict']);
  }

  /** `fine`: faults that count as success. */
  async #act(what: string, id: string, act: Act, fine: RuntimeFault[] = [], timeoutSeconds?: number): Promise<void> {
    const call = () => this.client.onContainer(id, what, act, { timeoutSeconds });
    await this.steadily(call).catch(ignoring(...fine));
  }

  steadily<T>(work: () => Promise<T>): Promise<T> {
    return pRetry(work, {
      retries: 120,
      factor: 1,
      minTimeout: 1000,
      shouldRetry: ({ error }) => error instanceof RuntimeError && error.fault === 'unreachable',
    });
  }
}

type Act = ContainerAct<unknown>;
