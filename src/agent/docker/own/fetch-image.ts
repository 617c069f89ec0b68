import type Docker from 'dockerode';
import type { ReleaseImage } from '../../../contract/types.generated.ts';
import { Backoff } from '../../../timing/backoff.ts';
import type { Clock } from '../../../timing/clock.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { FetchImageOptions, PresentImage } from '../../upgrade/own-container.ts';
import { NoRoom, UpgradeFailed } from '../../upgrade/upgrade-error.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { inspectImage, pullImage } from '../engine/images.ts';

const retryPolicy = { firstMs: 2000, maxMs: 60_000 };

/**
 * Has the engine fetch an image by its digest, unless it is there. The engine takes nothing else under a digest. An image that somebody loaded on this
 * host from a file is one of no registry: it is the right one where its id, which is the digest of its own configuration and layers, is the digest of
 * the release. Throws UpgradeFailed for what no further try fixes.
 */
export async function fetchImage(
  client: EngineClient,
  clock: Clock,
  { name, digest }: ReleaseImage,
  { platform, signal, onProgress, onTrouble }: FetchImageOptions,
): Promise<PresentImage> {
  const reference = `${name}@${digest}`;
  const backoff = new Backoff(retryPolicy);
  for (;;) {
    try {
      const present = (await inspectImage(client, reference)) ?? (await inspectImage(client, digest));
      if (present !== null) return checked(present, platform, reference);
      await pullImage(client, reference, ({ done, total }) => onProgress(Math.floor((100 * done) / total)), signal);
      // The engine may report an image a moment later than the end of its pull.
      backoff.reset();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RuntimeError)) throw error;
      if (/no space left on device/.test(error.message))
        throw new NoRoom(`${error.message}; make room on the disk of the engine, then ask for the upgrade again`);
      if (error.fault === 'not-found' || /manifest unknown|denied|unauthorized/.test(error.message))
        throw new UpgradeFailed(`the image cannot be had: ${error.message}`);
      onTrouble(error.message);
    }
    await clock.sleep(backoff.next(), signal);
    signal.throwIfAborted();
  }
}

function checked(
  { Id, Os, Architecture, RepoDigests }: Docker.ImageInspectInfo,
  platform: string,
  reference: string,
): PresentImage {
  const found = `${Os}-${Architecture === 'amd64' ? 'x64' : Architecture}`;
  if (found !== platform) throw new UpgradeFailed(`the image is for ${found}, and this host is ${platform}`);
  return { id: Id, reference: (RepoDigests ?? []).includes(reference) ? reference : Id };
}
