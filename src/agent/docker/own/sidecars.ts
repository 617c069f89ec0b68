import { setTimeout as delay } from 'node:timers/promises';
import type Docker from 'dockerode';
import { ignoring, RuntimeError } from '../../runtime/runtime-error.ts';
import type { ProgramEnd } from '../../upgrade/run-program.ts';
import { containerOutput } from '../engine/container-logs.ts';
import { inspectOrNull } from '../engine/containers.ts';
import type { ContainerAct, EngineClient } from '../engine/engine-client.ts';
import { labels } from '../engine/labels.ts';
import { saysLostTask } from '../engine/lost-task.ts';
import { type Successor, sidecarOf } from './successor.ts';

export interface SidecarOptions {
  imageId: string;
  words: readonly string[];
  env?: Readonly<Record<string, string>>;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Purpose of a container that runs one command of another version. */
const purpose = 'agent-trial';
const maxLastWords = 2000;
const awayMs = 1000;

/**
 * Runs one command of an image beside the container of `source` until it exits or times out, then removes it. Waits for
 * an engine that is down. Throws only when `signal` aborts.
 */
export async function runSidecar(client: EngineClient, source: () => Promise<Successor>, options: SidecarOptions) {
  const { signal } = options;
  for (;;) {
    try {
      return await runOnce(client, await source(), options);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RuntimeError)) throw error;
      if (error.fault !== 'unreachable')
        return { code: null, ended: error.message, hasTimedOut: false, stdout: '', lastWords: '' };
      await delay(awayMs, undefined, { signal });
    }
  }
}

async function runOnce(
  client: EngineClient,
  source: Successor,
  { imageId, words, env = {}, timeoutMs, signal }: SidecarOptions,
): Promise<ProgramEnd> {
  const create = sidecarOf(source, words, purpose);
  const name = `${source.name}-trial`;
  await removeSidecar(client, name, purpose);
  const ofTime = AbortSignal.timeout(timeoutMs);
  const limit = { signal: AbortSignal.any([signal, ofTime]), timeoutSeconds: timeoutMs / 1000 + 10 };
  const { id } = await client.call('create the trial container', (abortSignal) =>
    client.docker.createContainer({
      ...create,
      name,
      Image: imageId,
      abortSignal,
      Env: [...(create.Env ?? []), ...Object.entries(env).map(([key, value]) => `${key}=${value}`)],
    }),
  );
  try {
    await client.onContainer(id, 'start the trial container', (container, options) => container.start(options));
    const wait: ContainerAct<{ StatusCode: number | null }> = (container, options) => container.wait(options);
    const { StatusCode } = await client
      .onContainer(id, 'wait for the trial container', wait, limit)
      .catch((error: unknown) => {
        if (!ofTime.aborted || signal.aborted) throw error;
        return { StatusCode: null };
      });
    const { stdout, stderr } = await containerOutput(client, id);
    const lastWords = stderr.trim().slice(-maxLastWords);
    return { code: StatusCode, ended: null, hasTimedOut: StatusCode === null, stdout, lastWords };
  } finally {
    await remove(client, id);
  }
}

/** Removes our container of this name, if any. Throws RuntimeError, also if the name belongs to a foreign container. */
export async function removeSidecar(client: EngineClient, name: string, expected: string): Promise<void> {
  const found = await inspectOrNull(client, name);
  if (found === null) return;
  if (found.Config.Labels?.[labels.purpose] !== expected)
    throw new RuntimeError('conflict', `a foreign container named ${name} exists; rename or remove it`);
  await remove(client, name);
}

async function remove(client: EngineClient, idOrName: string): Promise<void> {
  const force: ContainerAct<unknown> = (container, options) => container.remove({ ...options, force: true });
  await client
    .onContainer(idOrName, 'remove the trial container', force)
    // Already gone, or being removed by another call.
    .catch(ignoring('not-found', 'conflict'));
}

/** Purpose of the container that switches the agent's own container. */
export const helperPurpose = 'agent-upgrade';

export const helperName = (agentName: string): string => `${agentName}-upgrade`;

export interface HelperRequest {
  agentName: string;
  requestId: string;
  imageId: string;
  /** The arguments after `agent run`. */
  runArguments: readonly string[];
}

/**
 * Starts the helper of a request, which runs beside the agent's container and outlives it. Restarts an existing helper
 * that was stopped. The engine restarts it after a kill and on boot; it removes itself when done.
 */
export async function startHelper(
  client: EngineClient,
  source: () => Promise<Successor>,
  { agentName, requestId, imageId, runArguments }: HelperRequest,
): Promise<void> {
  const name = helperName(agentName);
  const found = await inspectOrNull(client, name);
  if (found?.Config.Labels?.[labels.upgrade] === requestId && (await wakeHelper(client, found))) return;
  if (found !== null) await removeSidecar(client, name, helperPurpose);
  const create = sidecarOf(await source(), ['agent', 'upgrade-helper', ...runArguments], helperPurpose);
  const { id } = await client.call('create the upgrade helper', (abortSignal) =>
    client.docker.createContainer({
      ...create,
      name,
      Image: imageId,
      abortSignal,
      Labels: { ...create.Labels, [labels.upgrade]: requestId },
      HostConfig: { ...create.HostConfig, RestartPolicy: { Name: 'always' } },
    }),
  );
  await start(client, id);
}

const start = (client: EngineClient, id: string): Promise<void> =>
  client.onContainer(id, 'start the upgrade helper', (container, options) => container.start(options));

/** Restarts an existing helper that is not running. Returns whether one exists. */
export async function wakeAnyHelper(client: EngineClient, agentName: string): Promise<boolean> {
  const found = await inspectOrNull(client, helperName(agentName));
  if (found?.Config.Labels?.[labels.purpose] !== helperPurpose) return false;
  await wakeHelper(client, found);
  return true;
}

/** Returns false if the engine can no longer start this container. */
async function wakeHelper(client: EngineClient, { Id, State }: Docker.ContainerInspectInfo): Promise<boolean> {
  if (State.Running || State.Restarting) return true;
  try {
    await start(client, Id);
  } catch (error) {
    if (error instanceof RuntimeError && saysLostTask(error.message)) return false;
    // It is removing itself.
    ignoring('not-found', 'conflict')(error);
  }
  return true;
}
