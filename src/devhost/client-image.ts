import type Docker from 'dockerode';
import { errorMessage } from '../text/error-message.ts';
import { inspectImage } from './inspect-image.ts';
import { pullImage } from './pull-image.ts';
import { HostSetupError } from './setup-error.ts';
import { ensureStandInImages, standInObstacle } from './stand-in-image.ts';

export interface ClientImageOptions {
  docker: Docker;
  /** Shows the operator one line. */
  say(line: string): void;
  signal: AbortSignal;
  /** Versions of bitcoind to have an image for. */
  versions?: readonly string[];
  /** `published` (default) pulls bitcoin/bitcoin and builds stand-ins only where that fails; `stand-in` asks no registry. */
  prefer?: 'published' | 'stand-in';
}

export interface ClientImages {
  /** Image reference by version of bitcoind: all published ones or all stand-ins. */
  images: Record<string, string>;
  /** True when the daemon inside is litecoind and not bitcoind. */
  standIn: boolean;
}

/**
 * Makes sure that the engine has an image for each version of bitcoind: the published one, or the stand-in built from
 * Debian's litecoind. Safe to repeat: images that are up to date stay as they are.
 * Throws HostSetupError with what to do when neither is possible.
 */
export async function ensureClientImages(options: ClientImageOptions): Promise<ClientImages> {
  const { docker, say, signal, versions = ['28.1', '28.0'], prefer = 'published' } = options;
  const obstacle = standInObstacle();
  if (prefer === 'stand-in' && obstacle === null) {
    return { images: await ensureStandInImages(docker, versions, { say, signal }), standIn: true };
  }

  const images = Object.fromEntries(versions.map((version) => [version, `bitcoin/bitcoin:${version}`]));
  try {
    for (const reference of Object.values(images)) {
      if (await inspectImage(docker, reference)) continue;
      say(`pulling ${reference}`);
      await pullImage(docker, reference, { say, signal });
    }
    return { images, standIn: false };
  } catch (error) {
    signal.throwIfAborted();
    const reason = errorMessage(error);
    if (obstacle) {
      throw new HostSetupError(
        `no image of bitcoind: it cannot be pulled (${reason}), and the stand-in cannot be built: ${obstacle}. ` +
          `Give this host access to Docker Hub, or load the images from elsewhere (docker save, docker load): ${Object.values(images).join(', ')}`,
      );
    }
    say(
      `bitcoin/bitcoin cannot be pulled (${reason}): using a STAND-IN, Debian's litecoind, which has the same interface`,
    );
    return { images: await ensureStandInImages(docker, versions, { say, signal }), standIn: true };
  }
}
