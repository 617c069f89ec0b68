import { type Pack, pack } from 'tar-stream';
import type { AgentRpc } from '../../runtime/node-record.ts';
import type { DataMarker } from './data-marker.ts';
import type { EngineClient } from './engine-client.ts';
import { agentRpcFile, dataFolder, dataMarkerFile, paths } from './paths.ts';

/**
 * Writes `bitcoin.conf` into the data directory of a stopped container, readable by the daemon's user only. Works
 * through the engine, so it needs no host path; repeating it on used data leaves the chain data unchanged. Beside the
 * data directory it writes `marker`, which belongs to root, and `agentRpc`, which only root may read.
 */
export async function writeConfig(
  client: EngineClient,
  containerId: string,
  user: string,
  config: string,
  marker: DataMarker,
  agentRpc: AgentRpc | null,
): Promise<void> {
  const [uid, gid] = user.split(':').map(Number);
  const owner = { uid, gid, mtime: new Date(0) };
  const archive = pack();
  archive.entry({ ...owner, name: `${dataFolder}/`, type: 'directory', mode: 0o700 });
  archive.entry({ ...owner, name: `${dataFolder}/bitcoin.conf`, mode: 0o400 }, config);
  addMarker(archive, marker);
  if (agentRpc !== null) archive.entry({ ...ofRoot, name: agentRpcFile, mode: 0o400 }, `${JSON.stringify(agentRpc)}\n`);
  await put(client, containerId, archive, 'write the node’s configuration');
}

/** Writes `marker` beside the data directory of a stopped container. Throws RuntimeError. */
export async function writeMarker(client: EngineClient, containerId: string, marker: DataMarker): Promise<void> {
  const archive = pack();
  addMarker(archive, marker);
  await put(client, containerId, archive, 'write the chain data marker');
}

function addMarker(archive: Pack, marker: DataMarker): void {
  archive.entry({ ...ofRoot, name: dataMarkerFile, mode: 0o444 }, `${JSON.stringify(marker)}\n`);
}

const ofRoot = { uid: 0, gid: 0, mtime: new Date(0) };

async function put(client: EngineClient, containerId: string, archive: Pack, what: string): Promise<void> {
  archive.finalize();
  const bytes = Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>));
  await client.call(what, (abortSignal) =>
    client.docker.getContainer(containerId).putArchive(bytes, { path: paths.mountPoint, abortSignal }),
  );
}
