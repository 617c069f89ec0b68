import { rmSync } from 'node:fs';
import type Docker from 'dockerode';
import pRetry from 'p-retry';
import { containerLogs } from '../agent/docker/engine/container-logs.ts';
import type { EngineClient } from '../agent/docker/engine/engine-client.ts';
import { inspectOrNull, runSidecar } from '../agent/docker/own/run-sidecar.ts';
import { type Successor, successorOf } from '../agent/docker/own/successor.ts';
import type { ProbeResult } from '../agent/probe.ts';
import { RuntimeError } from '../agent/runtime/runtime-error.ts';
import { migrateStore, switchFiles, switchStore } from '../agent/store/switch-store.ts';
import { composeProject } from '../agent/upgrade/container-facts.ts';
import type { ProgramEnd } from '../agent/upgrade/run-program.ts';
import type { OrderedImage } from '../upgrade/order.ts';
import { agentContainer, createNext, findNext, stoppedName } from './agent-containers.ts';
import type { UnitState } from './agent-unit.ts';
import type { SwitchEffects } from './effects.ts';
import type { FormerImage } from './former-image.ts';
import type { SwitchJournal } from './journal.ts';
import { probeOf } from './probe-of.ts';

export interface ContainerEffectsOptions {
  client: EngineClient;
  dataDir: string;
  /** What the agent was started with after `agent run`. */
  runArguments: readonly string[];
  /** The image that this process runs from. */
  ownImageId: string;
  former: FormerImage;
}

type Container = Docker.ContainerInspectInfo;

/** An agent ends itself within 30 s. One that did not do is not waited for so long. */
const stopSeconds = { former: 30, next: 5 };
const probeMs = 30_000;
const maxWords = 3000;

/** An agent in a container: the container of the new version is made beside the old one, which is kept until the commit. */
export class ContainerEffects implements SwitchEffects {
  readonly look = 'docker logs';
  readonly #options: ContainerEffectsOptions;

  constructor(options: ContainerEffectsOptions) {
    this.#options = options;
  }

  async unpack({ requestId, image }: SwitchJournal): Promise<void> {
    const { client } = this.#options;
    const ordered = required(image);
    const old = await this.#old(ordered);
    await this.#steadily(async () => {
      await this.#remove(await findNext(client, requestId));
      await createNext(client, await this.#successor(old), requestId, ordered);
    }).catch(async (error: unknown) => {
      await this.#remove(await findNext(client, requestId));
      throw error;
    });
  }

  async stop({ requestId, image }: SwitchJournal): Promise<void> {
    const { client } = this.#options;
    const { container } = required(image);
    const former = await this.#lookAt(container.id);
    const next = await this.#steadily(() => findNext(client, requestId));
    for (const [found, seconds] of [
      [former, stopSeconds.former],
      [next, stopSeconds.next],
    ] as const) {
      if (found === null) continue;
      await this.#setRestart(found.Id, { Name: 'no' });
      await this.#steadily(() => this.#stopOne(found.Id, seconds));
    }
  }

  async switchStore({ image, direction }: SwitchJournal, signal: AbortSignal): Promise<void> {
    const { dataDir, ownImageId } = this.#options;
    const { id, formerId } = required(image);
    const isBack = direction === 'back';
    // By the program of the version that is switched to, which is the one that must read it.
    const imageId = isBack ? formerId : id;
    if (imageId === ownImageId) {
      await switchStore({ dataDir, migrate: migrateStore, isBack });
      return;
    }
    const words = ['agent', 'upgrade-store', 'switch', dataDir, 'satrap', ...(isBack ? ['--back'] : [])];
    const end = await this.#trial(required(image), imageId, words, signal);
    if (end.code !== 0) throw new Error(end.lastWords || (end.ended ?? `it ended with ${end.code}`));
  }

  async point({ requestId, image, direction }: SwitchJournal): Promise<void> {
    const { container } = required(image);
    const next = await this.#steadily(() => findNext(this.#options.client, requestId));
    const [first, second] = [container.id, next?.Id];
    const aside = stoppedName(container.name, requestId);
    if (direction === 'forward') {
      if (second === undefined) throw new Error('the container of the new version is gone');
      await this.#rename(first, `${aside}-former`);
      await this.#rename(second, container.name);
    } else {
      if (second !== undefined) await this.#rename(second, `${aside}-next`);
      await this.#rename(first, container.name);
    }
  }

  async restart({ requestId, image, direction }: SwitchJournal): Promise<void> {
    const { client } = this.#options;
    const { container } = required(image);
    const next = await this.#steadily(() => findNext(client, requestId));
    const id = direction === 'back' ? container.id : next?.Id;
    if (id === undefined) throw new Error('the container of the new version is gone');
    await this.#steadily(() => this.#stopOne(id, stopSeconds.former));
    await this.#setRestart(id, container.restart);
    await this.#steadily(() =>
      client.call('start the agent', (abortSignal) => client.docker.getContainer(id).start({ abortSignal })),
    );
  }

  async state({ requestId, image, direction, phase }: SwitchJournal): Promise<UnitState> {
    const isFormer = direction === 'back' || phase === 'unpack';
    return containerState(
      isFormer
        ? await this.#lookAt(required(image).container.id)
        : await this.#steadily(() => findNext(this.#options.client, requestId)),
    );
  }

  toStart({ image }: SwitchJournal): string {
    return `docker start ${image?.container.name}`;
  }

  async lastWords({ requestId, image, direction }: SwitchJournal): Promise<string | null> {
    const { client } = this.#options;
    const { container } = required(image);
    try {
      const id = direction === 'back' ? container.id : (await findNext(client, requestId))?.Id;
      if (id === undefined) return null;
      const text = (await containerLogs(client, id, 30)).join('\n').trim();
      return text === '' ? null : text.slice(-maxWords);
    } catch (error) {
      // Its log may go where the engine cannot read it back.
      if (error instanceof RuntimeError) return null;
      throw error;
    }
  }

  async commit({ from, image }: SwitchJournal): Promise<string | null> {
    const { dataDir, former } = this.#options;
    const ordered = required(image);
    const old = await this.#lookAt(ordered.container.id);
    former.write({ version: from, imageId: ordered.formerId });
    rmSync(switchFiles(dataDir).failed, { force: true });
    await this.#remove(old);
    const project = old === null ? null : composeProject(old.Config.Labels ?? {});
    return project === null
      ? null
      : `its container belongs to the Compose project ${project}: name the image ${ordered.reference} there, or the next “up” makes it of the former one again`;
  }

  async returned({ requestId }: SwitchJournal): Promise<void> {
    await this.#remove(await this.#steadily(() => findNext(this.#options.client, requestId)));
  }

  /** What the former version can do now. */
  async probe({ image, from }: SwitchJournal, signal: AbortSignal): Promise<ProbeResult> {
    const ordered = required(image);
    const words = ['agent', 'probe', ...this.#options.runArguments];
    return probeOf(from, await this.#trial(ordered, ordered.formerId, words, signal));
  }

  #trial({ container }: OrderedImage, imageId: string, words: string[], signal: AbortSignal): Promise<ProgramEnd> {
    const source = async () => ({ ...(await this.#successor(await this.#old({ container }))), name: container.name });
    return runSidecar(this.#options.client, source, { suffix: 'trial', imageId, words, timeoutMs: probeMs, signal });
  }

  async #old({ container }: Pick<OrderedImage, 'container'>): Promise<Container> {
    return agentContainer(await this.#lookAt(container.id));
  }

  async #successor(old: Container): Promise<Successor> {
    const { client } = this.#options;
    const image = await client.get<Docker.ImageInspectInfo>('inspect an image', `/images/${old.Image}/json`);
    return successorOf(old, image.Config);
  }

  #lookAt(id: string): Promise<Container | null> {
    return this.#steadily(() => inspectOrNull(this.#options.client, id));
  }

  /** Does nothing to one that does not run. */
  async #stopOne(id: string, t: number): Promise<void> {
    const { client } = this.#options;
    await client
      .call('stop the agent', (abortSignal) => client.docker.getContainer(id).stop({ t, abortSignal }), {
        timeoutSeconds: 2 * t + 10,
      })
      // 304: it has stopped already.
      .catch(unless((error) => (error.cause as { statusCode?: number } | undefined)?.statusCode === 304));
  }

  async #setRestart(id: string, policy: OrderedImage['container']['restart']): Promise<void> {
    const { client } = this.#options;
    await this.#steadily(() =>
      client.call('set the restart policy', (abortSignal) =>
        client.docker.getContainer(id).update({ RestartPolicy: policy, abortSignal }),
      ),
    );
  }

  async #rename(id: string, name: string): Promise<void> {
    const { client } = this.#options;
    const found = await this.#lookAt(id);
    if (found?.Name === `/${name}`) return;
    await this.#steadily(() =>
      client.call('rename a container', (abortSignal) =>
        client.docker.getContainer(id).rename({ name, abortSignal } as { name: string }),
      ),
    );
  }

  async #remove(found: Container | null): Promise<void> {
    const { client } = this.#options;
    if (found === null) return;
    await this.#steadily(() =>
      client
        .call('remove a container', (abortSignal) =>
          client.docker.getContainer(found.Id).remove({ force: true, abortSignal }),
        )
        .catch(unless(({ fault }) => fault === 'not-found' || fault === 'conflict')),
    );
  }

  /** While the engine is away, it is asked again: no version of the agent is to blame for that. */
  #steadily<T>(work: () => Promise<T>): Promise<T> {
    return pRetry(work, {
      ...{ retries: 120, factor: 1, minTimeout: 1000 },
      shouldRetry: ({ error }) => error instanceof RuntimeError && error.fault === 'unreachable',
    });
  }
}

const required = (image: SwitchJournal['image']): OrderedImage => {
  if (image === undefined) throw new Error('the journal names no image');
  return image;
};

/** For a promise of a call: lets pass what is no fault. */
const unless =
  (isFine: (error: RuntimeError) => boolean) =>
  (error: unknown): void => {
    if (!(error instanceof RuntimeError) || !isFine(error)) throw error;
  };

/** Returns what an engine says of a container as a service manager would. Pure. */
export function containerState(container: Pick<Container, 'State' | 'RestartCount' | 'HostConfig'> | null): UnitState {
  const { Running = false, Restarting = false, ExitCode = 0 } = container?.State ?? {};
  const isRunning = Running && !Restarting;
  const policy = container?.HostConfig.RestartPolicy?.Name ?? 'no';
  // The engine starts it again whatever ended it, unless somebody told it to stop it.
  const isStopped = container?.State.Status === 'exited' && ['always', 'unless-stopped'].includes(policy);
  return {
    isRunning,
    isRestarted: Restarting,
    hasFailed: Restarting || (!Running && !isStopped && ExitCode !== 0),
    isStopped,
    restarts: container?.RestartCount ?? 0,
    lastExit: container === null ? 'its container was removed' : `exit code ${ExitCode}`,
    environment: {},
  };
}
