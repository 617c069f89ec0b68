import { pack } from 'tar-stream';
import type { EngineClient } from './engine-client.ts';
import { dataFolder, paths } from './paths.ts';

/**
 * Puts `bitcoin.conf` into the data directory of a container that is down, readable by the daemon's user alone. Works through
 * the engine, so it needs no path of the host; putting it again over a used data directory leaves the chain data as it is.
 */
export async function writeConfig(
  client: EngineClient,
  containerId: string,
  user: string,
  config: string,
): Promise<void> {
  const [uid, gid] = user.split(':').map(Number);
  const owner = { uid, gid, mtime: new Date(0) };
  const archive = pack();
  archive.entry({ ...owner, name: `${dataFolder}/`, type: 'directory', mode: 0o700 });
  archive.entry({ ...owner, name: `${dataFolder}/bitcoin.conf`, mode: 0o400 }, config);
  archive.finalize();
  const bytes = Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>));
  await client.call('write the node’s configuration', (abortSignal) =>
    client.docker.getContainer(containerId).putArchive(bytes, { path: paths.mountPoint, abortSignal }),
  );
}
