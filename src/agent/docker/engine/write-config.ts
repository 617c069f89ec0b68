import { type Pack, pack } from 'tar-stream';
import type { DataMarker } from './data-marker.ts';
import type { EngineClient } from './engine-client.ts';
import { dataFolder, dataMarkerFile, paths } from './paths.ts';

/**
 * Puts `bitcoin.conf` into the data directory of a container that is down, readable by the daemon's user alone. Works through
 * the engine, so it needs no path of the host; putting it again over a used data directory leaves the chain data as it is. Beside the data
 * directory it puts `marker`, which belongs to root.
 */
export async function writeConfig(
  client: EngineClient,
  containerId: string,
  user: string,
  config: string,
  marker: DataMarker,
): Promise<void> {
  const [uid, gid] = user.split(':').map(Number);
  const owner = { uid, gid, mtime: new Date(0) };
  const archive = pack();
  archive.entry({ ...owner, name: `${dataFolder}/`, type: 'directory', mode: 0o700 });
  archive.entry({ ...owner, name: `${dataFolder}/bitcoin.conf`, mode: 0o400 }, config);
  addMarker(archive, marker);
  await put(client, containerId, archive, 'write the node’s configuration');
}

/** Puts `marker` beside the data directory of a container that is down. Throws RuntimeError. */
export async function writeMarker(client: EngineClient, containerId: string, marker: DataMarker): Promise<void> {
  const archive = pack();
  addMarker(archive, marker);
  await put(client, containerId, archive, 'write down what the chain data is');
}

function addMarker(archive: Pack, marker: DataMarker): void {
  const root = { uid: 0, gid: 0, mtime: new Date(0), mode: 0o444 };
  archive.entry({ ...root, name: dataMarkerFile }, `${JSON.stringify(marker)}\n`);
}

async function put(client: EngineClient, containerId: string, archive: Pack, what: string): Promise<void> {
  archive.finalize();
  const bytes = Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>));
  await client.call(what, (abortSignal) =>
    client.docker.getContainer(containerId).putArchive(bytes, { path: paths.mountPoint, abortSignal }),
  );
}
