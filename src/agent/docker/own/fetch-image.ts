import type Docker from 'dockerode';
import type { ReleaseImage } from '../../../contract/types.generated.ts';
import { Backoff } from '../../../timing/backoff.ts';
import type { Clock } from '../../../timing/clock.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { FetchImageOptions, PresentImage } from '../../upgrade/own-container.ts';
import { UpgradeFailed } from '../../upgrade/upgrade-error.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { inspectImage, pullImage } from '../engine/images.ts';

const retryPolicy = { firstMs: 2000, maxMs: 60_000 };

/**
 * Pulls an image by its digest unless it is present. An image loaded from a file has no registry digest: it matches if
 * its id, the digest of its configuration and layers, equals the release's digest. Throws UpgradeFailed for permanent
 * failures.
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
      await pullImage(
        client,
        reference,
        ({ done, total }) => onProgress(Math.floor((100 * done) / total) / 100),
        signal,
      );
      // The engine may list an image a moment after its pull ends.
      backoff.reset();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RuntimeError)) throw error;
      if (/no space left on device/.test(error.message))
        throw new UpgradeFailed(`${error.message}; free space on the engine’s disk, then request the upgrade again`);
      if (error.fault === 'not-found' || /manifest unknown|denied|unauthorized/.test(error.message))
        throw new UpgradeFailed(`cannot pull the image: ${error.message}`);
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
  if (found !== platform) throw new UpgradeFailed(`the image is for ${found}, but this host is ${platform}`);
  return { id: Id, reference: (RepoDigests ?? []).includes(reference) ? reference : Id };
}
