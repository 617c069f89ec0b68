import { EngineClient } from '../agent/docker/engine/engine-client.ts';
import { askRegistry, inspectImageOrNull, pullImage } from '../agent/docker/engine/images.ts';
import { errorMessage } from '../text/error-message.ts';
import type { InstallOptions } from './debian-packages.ts';
import { HostSetupError } from './setup-error.ts';
import { ensureStandInImages, standInObstacle } from './stand-in-image.ts';

export interface ClientImageOptions extends InstallOptions {
  /** Of the Docker engine. */
  socketPath: string;
  versions?: readonly string[];
  /** `published` (default) pulls bitcoin/bitcoin and builds stand-ins only if that fails; `stand-in` uses no registry. */
  prefer?: 'published' | 'stand-in';
}

/**
 * Ensures that the engine has an image for each bitcoind version: the published one, or a stand-in. Safe to repeat.
 * `images`: references by version; `standIn`: all are litecoind. Throws HostSetupError when neither is possible.
 */
export async function ensureClientImages(options: ClientImageOptions) {
  const { socketPath, say, signal, versions = ['28.1', '28.0'], prefer = 'published' } = options;
  const obstacle = standInObstacle();
  const client = new EngineClient(socketPath, signal);
  if (prefer === 'stand-in' && obstacle === null) {
    return { images: await ensureStandInImages(client, versions, { say, signal }), standIn: true };
  }

  const images = Object.fromEntries(versions.map((version) => [version, `bitcoin/bitcoin:${version}`]));
  try {
    for (const reference of Object.values(images)) {
      if (await inspectImageOrNull(client, reference)) continue;
      // Fails within 10 s where a firewall drops packets without refusing them.
      await askRegistry(client, reference, signal);
      let tenths = 0;
      say(`pulling ${reference}`);
      const report: Parameters<typeof pullImage>[2] = ({ done, total }) => {
        if (tenths >= Math.floor((done / total) * 10)) return;
        tenths = Math.floor((done / total) * 10);
        say(`pulling ${reference}: ${tenths}0 %`);
      };
      await pullImage(client, reference, report, signal);
    }
    return { images, standIn: false };
  } catch (error) {
    signal.throwIfAborted();
    const reason = errorMessage(error);
    if (obstacle) {
      throw new HostSetupError(
        `no bitcoind image: cannot pull it (${reason}), and cannot build the stand-in: ${obstacle}. ` +
          `Allow access to Docker Hub, or load the images from another host (docker save, docker load): ${Object.values(images).join(', ')}`,
      );
    }
    say(`cannot pull bitcoin/bitcoin (${reason}): using a STAND-IN, Debian's litecoind, which has the same interface`);
    return { images: await ensureStandInImages(client, versions, { say, signal }), standIn: true };
  }
}
