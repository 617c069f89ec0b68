import type Docker from 'dockerode';
import type { DockerClient } from './engine-client.ts';
import { EngineError } from './engine-error.ts';
import { followProgress, type ProgressEvent } from './engine-progress.ts';
import { get } from './get.ts';
import { type PullProgress, PullTracker } from './pull-progress.ts';

export type { PullProgress } from './pull-progress.ts';

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
  const tracker = new PullTracker();
  const onEvent = (event: ProgressEvent) => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(), idleSeconds * 1000);
    const progress = tracker.record(event);
    if (progress.total > 0) onProgress(progress);
  };
  try {
    await client.call(
      `pull ${reference}`,
      async (abortSignal) => {
        const stream = await client.docker.pull(reference, { abortSignal });
        await followProgress(stream, { onEvent, signal: abortSignal });
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
