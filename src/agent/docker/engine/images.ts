import type Docker from 'dockerode';
import type { PullProgress } from '../../runtime/runtime.ts';
import { nullIfNotFound, RuntimeError } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';
import { followProgress, type ProgressEvent, pullTracker } from './engine-progress.ts';

/** Resolves a reference to a digest, or an id for an image of no registry. Null if it is not on this host. */
export async function imagePin(client: EngineClient, reference: string): Promise<string | null> {
  const image = await inspectImageOrNull(client, reference);
  if (image === null) return null;
  const repository = reference.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
  const digests = image.RepoDigests ?? [];
  return digests.find((digest) => digest.startsWith(`${repository}@`)) ?? digests[0] ?? image.Id;
}

export const inspectImage = (client: EngineClient, reference: string): Promise<Docker.ImageInspectInfo> =>
  client.get('inspect an image', `/images/${reference}/json`);

/** Returns null if the image is not on this host. */
export const inspectImageOrNull = (client: EngineClient, reference: string) =>
  inspectImage(client, reference).catch(nullIfNotFound);

/** Whether programs of an image's architecture run on a host's, in the words of both: Go's GOARCH. */
const runsOn = (host: string, image: string): boolean =>
  image === host || (host === 'amd64' && image === '386') || (host === 'arm64' && image === 'arm');

/** Why an image on this host cannot run here; null if it can, is not here, or the engine does not say. */
export async function foreignPlatform(client: EngineClient, reference: string): Promise<string | null> {
  const [image, engine] = await Promise.all([
    inspectImageOrNull(client, reference),
    client.get<{ Arch?: string }>('tell its version', '/version'),
  ]);
  const { Arch: host } = engine;
  if (!image?.Architecture || !host || runsOn(host, image.Architecture)) return null;
  return `the image on this host is for ${image.Architecture}, and the host is ${host}`;
}

/** Asks the reference's registry for it. Throws RuntimeError with the registry's error if it is not available. */
export async function askRegistry(client: EngineClient, reference: string, signal: AbortSignal): Promise<void> {
  const login = client.loginFor(reference);
  await client.get('ask the registry', `/distribution/${reference}/json`, { timeoutSeconds: 10, signal, login });
}

/** A pull without progress for this long is abandoned and retried later; complete layers are kept. */
const idleSeconds = 120;

/** Pulls an image. Throws RuntimeError with the registry's error, and when `signal` aborts. */
export async function pullImage(
  client: EngineClient,
  reference: string,
  onProgress: (progress: PullProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(), idleSeconds * 1000);
  const progressAfter = pullTracker();
  const onEvent = (event: ProgressEvent) => {
    timer.refresh();
    const progress = progressAfter(event);
    if (progress.total > 0) onProgress(progress);
  };
  try {
    await client.call(
      `pull ${reference}`,
      async (abortSignal) => {
        const authconfig = client.loginFor(reference);
        const stream = await client.docker.pull(reference, { abortSignal, authconfig });
        await followProgress(stream, { onEvent, signal: abortSignal });
      },
      { timeoutSeconds: 24 * 3600, signal: AbortSignal.any([signal, idle.signal]) },
    );
  } catch (error) {
    if (idle.signal.aborted)
      throw new RuntimeError('timeout', `the pull of ${reference} made no progress for ${idleSeconds} s`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
