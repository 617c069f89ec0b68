import { rmSync } from 'node:fs';
import type Docker from 'dockerode';
import * as z from 'zod';
import { containerLogs } from '../../agent/docker/engine/container-logs.ts';
import type { EngineClient } from '../../agent/docker/engine/engine-client.ts';
import { runSidecar } from '../../agent/docker/own/run-sidecar.ts';
import type { ProbeResult } from '../../agent/offline/probe.ts';
import { RuntimeError } from '../../agent/runtime/runtime-error.ts';
import { isDataDirInUse } from '../../agent/store/lock.ts';
import { migrateStore, switchFiles, switchStore } from '../../agent/store/switch-store.ts';
import { composeProject } from '../../agent/upgrade/container-facts.ts';
import type { ProgramEnd } from '../../agent/upgrade/run-program.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { poll } from '../../timing/poll.ts';
import type { ImageOrder, OrderedImage } from '../../upgrade/order.ts';
import type { UnitState } from '../agent-unit.ts';
import type { SwitchJournal } from '../journal.ts';
import type { SwitchEffects } from '../phases.ts';
import type { FormerImage } from '../watcher-files.ts';
import { AgentContainers, stoppedName } from './agent-containers.ts';
import type { EngineActs } from './engine-acts.ts';

export interface ContainerEffectsOptions {
  client: EngineClient;
  dataDir: string;
  runArguments: readonly string[];
  ownImageId: string;
  former: FormerImage;
}

type Container = Docker.ContainerInspectInfo;

/** An agent ends itself within 30 s. One that did not do is not waited for so long. */
const stopSeconds = { former: 30, next: 5 };
const probeMs = 30_000;
/** How long an agent that was ended may still be seen. */
const settleMs = 1000;
/** An agent whose container was removed under it notices that within a second. */
const endMs = 10_000;
const maxWords = 3000;

/** An agent in a container: the container of the new version is made beside the old one, which is kept until the commit. */
export class ContainerEffects implements SwitchEffects {
  readonly look = 'docker logs';
  readonly #options: ContainerEffectsOptions;
  readonly #containers: AgentContainers;
  readonly #acts: EngineActs;

  constructor(options: ContainerEffectsOptions) {
    this.#options = options;
    this.#containers = new AgentContainers(options.client);
    this.#acts = this.#containers.acts;
  }

  async unpack({ requestId, image }: SwitchJournal): Promise<void> {
    try {
      await this.#containers.makeNext(requestId, required(image));
    } catch (error) {
      await this.#acts.remove(await this.#containers.next(requestId));
      throw error;
    }
  }

  /** The engine keeps no trace of a stop of a container that has stopped. */
  async hold(): Promise<void> {}

  async stop({ requestId, image, direction }: SwitchJournal): Promise<void> {
    for (const [found, seconds] of [
      [await this.#containers.former(required(image)), stopSeconds.former],
      [await this.#containers.next(requestId), stopSeconds.next],
    ] as const) {
      if (found === null) continue;
      await this.#acts.setRestart(found.Id, { Name: 'no' });
      await this.#acts.stop(found.Id, seconds);
    }
    if (direction === 'forward' || (await this.#isDataFree(settleMs))) return;
    // An agent of the new version that the engine knows nothing of ends with its container.
    await this.#acts.remove(await this.#containers.next(requestId));
    await this.#isDataFree(endMs);
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
    const ordered = required(image);
    const { name } = ordered.container;
    const next = await this.#containers.next(requestId);
    const former = await this.#containers.former(ordered);
    if (former === null) throw new Error('the container of the agent is gone');
    const aside = stoppedName(name, requestId);
    if (direction === 'forward') {
      if (next === null) throw new Error('the container of the new version is gone');
      await this.#acts.rename(former.Id, `${aside}-former`);
      await this.#acts.rename(next.Id, name);
    } else {
      if (next !== null) await this.#acts.rename(next.Id, `${aside}-next`);
      await this.#acts.rename(former.Id, name);
    }
  }

  async restart({ requestId, image, direction }: SwitchJournal): Promise<void> {
    const ordered = required(image);
    const isBack = direction === 'back';
    const id = await (isBack ? this.#formerToStart(ordered) : this.#containers.nextToStart(requestId, ordered));
    await this.#acts.stop(id, stopSeconds.former);
    await this.#acts.setRestart(id, ordered.container.restart);
    if ((await this.#isDataFree(settleMs)) && (await this.#acts.start(id))) return;
    const anew = await (isBack
      ? this.#containers.makeFormerInPlace(ordered)
      : this.#containers.makeNextInPlace(requestId, ordered));
    await this.#isDataFree(endMs);
    if (!(await this.#acts.start(anew))) throw new Error('the engine can start none of the agent’s containers');
  }

  /** Whether no agent works with the data directory, once it is so and within some milliseconds. */
  async #isDataFree(withinMs: number): Promise<boolean> {
    return (await poll(() => !isDataDirInUse(this.#options.dataDir), { withinMs })) ?? false;
  }

  async #formerToStart(ordered: OrderedImage): Promise<string> {
    const former = await this.#containers.former(ordered);
    if (former === null) throw new Error('the container of the agent is gone');
    await this.#acts.rename(former.Id, ordered.container.name);
    return former.Id;
  }

  async state(journal: SwitchJournal): Promise<UnitState> {
    return containerState(await this.#judged(journal));
  }

  toStart({ image }: SwitchJournal): string {
    return `docker start ${image?.container.name}`;
  }

  async lastWords(journal: SwitchJournal): Promise<string | null> {
    try {
      const found = await this.#judged(journal);
      if (found === null) return null;
      const text = (await containerLogs(this.#options.client, found.Id, 30)).join('\n').trim();
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
    const old = await this.#containers.former(ordered);
    former.write({ version: from, imageId: ordered.formerId });
    rmSync(switchFiles(dataDir).failed, { force: true });
    await this.#acts.remove(old);
    const project = old === null ? null : composeProject(old.Config.Labels ?? {});
    return project === null
      ? null
      : `its container belongs to the Compose project ${project}: name the image ${ordered.reference} there, or the next “up” makes it of the former one again`;
  }

  /** Whether the commit of an order has removed the former container. */
  async isCommitted({ requestId, image }: Pick<ImageOrder, 'requestId' | 'image'>): Promise<boolean> {
    return (await this.#containers.former(image)) === null && (await this.#containers.next(requestId)) !== null;
  }

  async returned({ requestId, image }: SwitchJournal): Promise<void> {
    await this.#acts.remove(await this.#containers.next(requestId));
    await this.#containers.dropSpares(required(image));
  }

  async probe({ image, from }: SwitchJournal, signal: AbortSignal): Promise<ProbeResult> {
    const ordered = required(image);
    const words = ['agent', 'probe', ...this.#options.runArguments];
    return probeOf(from, await this.#trial(ordered, ordered.formerId, words, signal));
  }

  #trial(ordered: OrderedImage, imageId: string, words: string[], signal: AbortSignal): Promise<ProgramEnd> {
    const source = () => this.#containers.successor(ordered);
    return runSidecar(this.#options.client, source, { suffix: 'trial', imageId, words, timeoutMs: probeMs, signal });
  }

  #judged({ requestId, image, direction, phase }: SwitchJournal): Promise<Container | null> {
    const isFormer = direction === 'back' || phase === 'unpack';
    return isFormer ? this.#containers.former(required(image)) : this.#containers.next(requestId);
  }
}

const required = (image: SwitchJournal['image']): OrderedImage => {
  if (image === undefined) throw new Error('the journal names no image');
  return image;
};

/** Returns what an engine says of a container as a service manager would. */
export function containerState(
  container: Pick<Docker.ContainerInspectInfo, 'State' | 'RestartCount' | 'HostConfig'> | null,
): UnitState {
  // `Error`: why the engine could not start it.
  const { Running = false, Restarting = false, ExitCode = 0, Error: refusal = '' } = container?.State ?? {};
  const isRunning = Running && !Restarting;
  const policy = container?.HostConfig.RestartPolicy?.Name ?? 'no';
  // The engine starts it again whatever ended it, unless somebody told it to stop it.
  const isStopped =
    container?.State.Status === 'exited' && refusal === '' && ['always', 'unless-stopped'].includes(policy);
  return {
    isRunning,
    isRestarted: Restarting,
    hasFailed: Restarting || (!Running && !isStopped && ExitCode !== 0),
    isStopped,
    restarts: container?.RestartCount ?? 0,
    lastExit: isRunning ? null : container === null ? 'its container was removed' : refusal || `exit code ${ExitCode}`,
    environment: {},
  };
}

const fault = z.string().nullable();
const shape = z.object({ version: z.string(), settings: fault, store: fault, engine: fault, controlPlane: fault });

/** Returns what the probe of a version said; one that cannot be run can do nothing. */
export function probeOf(version: string, { code, ended, hasTimedOut, stdout, lastWords }: ProgramEnd): ProbeResult {
  const { data } = shape.safeParse(code === 0 ? jsonOrNull(stdout) : null);
  if (data !== undefined) return data;
  const how = hasTimedOut ? 'it did not end' : (ended ?? `it ended with the exit code ${code}`);
  const said = `version ${version} could not try: ${how}${lastWords === '' ? '' : `, and said last: ${lastWords}`}`;
  return { version, settings: said, store: said, engine: said, controlPlane: said };
}
