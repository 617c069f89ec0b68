import { rmSync } from 'node:fs';
import type Docker from 'dockerode';
import { containerLogs } from '../../agent/docker/engine/container-logs.ts';
import type { EngineClient } from '../../agent/docker/engine/engine-client.ts';
import { runSidecar } from '../../agent/docker/own/sidecars.ts';
import { type ProbeResult, probeResult } from '../../agent/offline/probe.ts';
import { RuntimeError } from '../../agent/runtime/runtime-error.ts';
import { isDataDirInUse } from '../../agent/store/lock.ts';
import { migrateStore, switchFiles, switchStore } from '../../agent/store/switch-store.ts';
import { composeProject } from '../../agent/upgrade/container-facts.ts';
import type { ProgramEnd } from '../../agent/upgrade/run-program.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { poll } from '../../timing/poll.ts';
import type { ImageOrder, OrderedImage } from '../../upgrade/upgrade-files.ts';
import type { UnitState } from '../agent-unit.ts';
import type { SwitchJournal } from '../journal.ts';
import type { SwitchEffects } from '../phases.ts';
import type { WatcherFiles } from '../watcher-files.ts';
import { AgentContainers, stoppedName } from './agent-containers.ts';

export interface ContainerEffectsOptions {
  client: EngineClient;
  dataDir: string;
  runArguments: readonly string[];
  ownImageId: string;
  former: WatcherFiles['former'];
}

type Container = Docker.ContainerInspectInfo;

/** An agent exits within 30 s. A failed one gets less time. */
const stopSeconds = { former: 30, next: 5 };
const probeMs = 30_000;
/** How long an agent that has exited may still be visible. */
const settleMs = 1000;
/** An agent whose container was removed notices within a second. */
const endMs = 10_000;
const maxWords = 3000;

/** An agent in a container: the new version's is created beside the old one, which is kept until the commit. */
export class ContainerEffects implements SwitchEffects {
  readonly look = 'docker logs';
  readonly #options: ContainerEffectsOptions;
  readonly #containers: AgentContainers;

  constructor(options: ContainerEffectsOptions) {
    this.#options = options;
    this.#containers = new AgentContainers(options.client);
  }

  async unpack({ requestId, image }: SwitchJournal): Promise<void> {
    try {
      await this.#containers.makeNext(requestId, required(image));
    } catch (error) {
      await this.#containers.acts.remove(await this.#containers.next(requestId));
      throw error;
    }
  }

  /** The engine keeps no trace of a stop of a stopped container. */
  async hold(): Promise<void> {}

  async stop({ requestId, image, direction }: SwitchJournal): Promise<void> {
    for (const [found, seconds] of [
      [await this.#containers.former(required(image)), stopSeconds.former],
      [await this.#containers.next(requestId), stopSeconds.next],
    ] as const) {
      if (found === null) continue;
      await this.#containers.acts.setRestart(found.Id, { Name: 'no' });
      await this.#containers.acts.stop(found.Id, seconds);
    }
    if (direction === 'forward' || (await this.#isDataFree(settleMs))) return;
    // An agent of the new version that is unknown to the engine ends with its container.
    await this.#containers.acts.remove(await this.#containers.next(requestId));
    await this.#isDataFree(endMs);
  }

  async switchStore({ image, direction }: SwitchJournal, signal: AbortSignal): Promise<void> {
    const { dataDir, ownImageId } = this.#options;
    const { id, formerId } = required(image);
    const isBack = direction === 'back';
    // Run by the target version's program, which must read the store.
    const imageId = isBack ? formerId : id;
    if (imageId === ownImageId) {
      await switchStore({ dataDir, migrate: migrateStore, isBack });
      return;
    }
    const words = ['agent', 'upgrade-store', 'switch', dataDir, 'satrap', ...(isBack ? ['--back'] : [])];
    const end = await this.#trial(required(image), imageId, words, signal);
    if (end.code !== 0) throw new Error(end.lastWords || (end.ended ?? `exit code ${end.code}`));
  }

  async point({ requestId, image, direction }: SwitchJournal): Promise<void> {
    const ordered = required(image);
    const { name } = ordered.container;
    const next = await this.#containers.next(requestId);
    const former = await this.#containers.requiredFormer(ordered);
    const aside = stoppedName(name, requestId);
    if (direction === 'forward') {
      if (next === null) throw new Error('the container of the new version was removed');
      await this.#containers.acts.rename(former.Id, `${aside}-former`);
      await this.#containers.acts.rename(next.Id, name);
    } else {
      if (next !== null) await this.#containers.acts.rename(next.Id, `${aside}-next`);
      await this.#containers.acts.rename(former.Id, name);
    }
  }

  async restart({ requestId, image, direction }: SwitchJournal): Promise<void> {
    const ordered = required(image);
    const isBack = direction === 'back';
    const id = await (isBack ? this.#formerToStart(ordered) : this.#containers.nextToStart(requestId, ordered));
    await this.#containers.acts.stop(id, stopSeconds.former);
    await this.#containers.acts.setRestart(id, ordered.container.restart);
    if ((await this.#isDataFree(settleMs)) && (await this.#containers.acts.start(id))) return;
    const replacement = await (isBack
      ? this.#containers.makeFormerInPlace(ordered)
      : this.#containers.makeNextInPlace(requestId, ordered));
    await this.#isDataFree(endMs);
    if (!(await this.#containers.acts.start(replacement)))
      throw new Error('the engine cannot start any of the agent’s containers');
  }

  async state(journal: SwitchJournal): Promise<UnitState> {
    return containerState(await this.#judged(journal));
  }

  toStart({ image }: SwitchJournal): string {
    return `docker start ${image?.container.name}`;
  }

  async lastWords(journal: SwitchJournal): Promise<string | null> {
    const { client } = this.#options;
    try {
      const found = await this.#judged(journal);
      if (found === null) return null;
      const text = (await containerLogs(client, found.Id, 30)).join('\n').trim();
      return text === '' ? null : text.slice(-maxWords);
    } catch (error) {
      // Its log driver may not support reading.
      if (error instanceof RuntimeError) return null;
      throw error;
    }
  }

  async commit({ from, image }: SwitchJournal): Promise<string | null> {
    const { dataDir } = this.#options;
    const ordered = required(image);
    const old = await this.#containers.former(ordered);
    this.#options.former.write({ version: from, imageId: ordered.formerId });
    rmSync(switchFiles(dataDir).failed, { force: true });
    await this.#containers.acts.remove(old);
    const project = old === null ? null : composeProject(old.Config.Labels ?? {});
    return project === null
      ? null
      : `the agent’s container belongs to the Compose project ${project}: set the image ${ordered.reference} in its file, or the next “up” recreates it from the previous image`;
  }

  /** Whether the commit of an order has removed the previous container. */
  async isCommitted({ requestId, image }: Pick<ImageOrder, 'requestId' | 'image'>): Promise<boolean> {
    return (await this.#containers.former(image)) === null && (await this.#containers.next(requestId)) !== null;
  }

  async returned({ requestId, image }: SwitchJournal): Promise<void> {
    await this.#containers.acts.remove(await this.#containers.next(requestId));
    await this.#containers.dropSpares(required(image));
  }

  async probe({ image, from }: SwitchJournal, signal: AbortSignal): Promise<ProbeResult> {
    const { runArguments } = this.#options;
    const ordered = required(image);
    const words = ['agent', 'probe', ...runArguments];
    return probeOf(from, await this.#trial(ordered, ordered.formerId, words, signal));
  }

  /** Waits some milliseconds until no agent uses the data directory. Returns whether it is free. */
  async #isDataFree(withinMs: number): Promise<boolean> {
    const { dataDir } = this.#options;
    return (await poll(() => !isDataDirInUse(dataDir), { withinMs })) ?? false;
  }

  /** Gives the previous container the agent’s name again, and returns its id. */
  async #formerToStart(ordered: OrderedImage): Promise<string> {
    const former = await this.#containers.requiredFormer(ordered);
    await this.#containers.acts.rename(former.Id, ordered.container.name);
    return former.Id;
  }

  /** Runs a program of an image with the shape of the agent's container. */
  #trial(ordered: OrderedImage, imageId: string, words: string[], signal: AbortSignal): Promise<ProgramEnd> {
    const { client } = this.#options;
    const successor = () => this.#containers.successor(ordered);
    return runSidecar(client, successor, { imageId, words, timeoutMs: probeMs, signal });
  }

  /** The container of the version that should run at this step. */
  #judged({ requestId, image, direction, phase }: SwitchJournal): Promise<Container | null> {
    const isFormer = direction === 'back' || phase === 'unpack';
    return isFormer ? this.#containers.former(required(image)) : this.#containers.next(requestId);
  }
}

const required = (image: SwitchJournal['image']): OrderedImage => {
  if (image === undefined) throw new Error('the journal contains no image');
  return image;
};

/** Converts the engine's container state to that of a service manager. */
export function containerState(container: Pick<Container, 'State' | 'RestartCount' | 'HostConfig'> | null): UnitState {
  // `Error`: why the engine could not start it.
  const { Running = false, Restarting = false, ExitCode = 0, Error: refusal = '' } = container?.State ?? {};
  const isRunning = Running && !Restarting;
  const policy = container?.HostConfig.RestartPolicy?.Name ?? 'no';
  // The engine always restarts it, unless it was stopped on request.
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

/** Returns the result of a version's probe; one that does not run can do nothing. */
export function probeOf(version: string, { code, ended, hasTimedOut, stdout, lastWords }: ProgramEnd): ProbeResult {
  const { data } = probeResult.safeParse(code === 0 ? jsonOrNull(stdout) : null);
  if (data !== undefined) return data;
  const how = hasTimedOut ? 'timeout' : (ended ?? `exit code ${code}`);
  const said = `probe of version ${version} failed: ${how}${lastWords === '' ? '' : `; last output: ${lastWords}`}`;
  return { version, settings: said, store: said, engine: said, controlPlane: said };
}
