import type Docker from 'dockerode';
import type { DockerClient } from './engine-client.ts';
import { EngineError } from './engine-error.ts';
import { followProgress, type ProgressEvent } from './engine-progress.ts';
import { get } from './get.ts';

/**
 * Resolves an image reference to what cannot change under us: a digest reference where the image came from a registry, else the
 * image's id. Null when the image is not on this host.
 */
export async function pinOf(client: DockerClient, reference: string): Promise<string | null> {
  const image = await client
    .call('inspect an image', (abortSignal) =>
      get<Docker.ImageInspectInfo>(client, `/images/${reference}/json`, abortSignal),
    )
    .catch((error: unknown) => {
      if (error instanceof EngineError && error.fault === 'not-found') return null;
      throw error;
    });
  if (image === null) return null;
  const repository = reference.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
  const digests = image.RepoDigests ?? [];
  return digests.find((digest) => digest.startsWith(`${repository}@`)) ?? digests[0] ?? image.Id;
}

/** Whether the registry that a reference names has it. False also when no registry answers. */
export async function isInRegistry(client: DockerClient, reference: string, signal: AbortSignal): Promise<boolean> {
  return client
    .call('ask the registry', (abortSignal) => get(client, `/distribution/${reference}/json`, abortSignal), {
      seconds: 10,
      signal,
    })
    .then(
      () => true,
      () => false,
    );
}

/** Bytes fetched and bytes known so far; the engine learns of layers as it goes. */
export interface PullProgress {
  done: number;
  total: number;
}

/** Without a sign of life for this long a pull is given up and begun again later; layers that are complete are kept. */
const idleSeconds = 120;

/** Fetches an image. Throws EngineError with the registry's words, and when `signal` aborts. */
export async function pullImage(
  client: DockerClient,
  reference: string,
  onProgress: (progress: PullProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const idle = new AbortController();
  let timer = setTimeout(() => idle.abort(), idleSeconds * 1000);
  const layers = new Map<string, PullProgress>();
  const heard = ({ id, progressDetail }: ProgressEvent) => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(), idleSeconds * 1000);
    const { current, total } = progressDetail ?? {};
    if (id === undefined || current === undefined || total === undefined) return;
    layers.set(id, { done: current, total });
    onProgress({
      done: layers.values().reduce((sum, layer) => sum + layer.done, 0),
      total: layers.values().reduce((sum, layer) => sum + layer.total, 0),
    });
  };
  try {
    await client.call(
      `pull ${reference}`,
      async (abortSignal) => {
        const stream = await client.docker.pull(reference, { abortSignal });
        await followProgress(stream, { onEvent: heard, signal: abortSignal });
      },
      { seconds: 24 * 3600, signal: AbortSignal.any([signal, idle.signal]) },
    );
  } catch (error) {
    if (idle.signal.aborted)
      throw new EngineError('timeout', `the pull of ${reference} stood still for ${idleSeconds} s`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
