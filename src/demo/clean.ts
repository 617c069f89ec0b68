import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { labels } from '../agent/docker/engine/labels.ts';
import { openStore } from '../agent/store/database.ts';
import { Identity } from '../agent/store/identity.ts';
import { ensureEngine, stopDefaultEngine } from '../devhost/engine.ts';
import type { DemoFolder } from './folder.ts';
import { endLeftover } from './program.ts';

const gentleSeconds = 60;

/** Removes all that the demo made: its programs, node, chain data, the images that it built, and its folder, and stops an engine that it started. */
export async function cleanDemo(folder: DemoFolder, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  if (!folder.exists()) {
    say('there is nothing to clean');
    return;
  }
  await endLeftover(folder, 'agent');
  await endLeftover(folder, 'control-plane');
  const startedHere = folder.has(folder.startedEngine);
  const engine = await ensureEngine({
    say,
    signal,
    dockerHost: process.env['DOCKER_HOST'],
  });
  const docker = new Docker({ socketPath: engine.socketPath });
  const executorId = executorOf(folder);
  if (executorId !== undefined) await removeObjects(docker, executorId, say);
  if (folder.has(folder.builtImages)) await removeImages(docker, folder.read(folder.builtImages).split('\n'), say);
  rmSync(folder.root, { recursive: true, force: true });
  say(`removed the folder ${folder.root}`);
  if (startedHere || engine.startedByUs) {
    await (engine.startedByUs ? engine.stop() : stopDefaultEngine());
    say('stopped the Docker engine that the demo had started; its package stays');
  }
}

/** The agent's own store tells which Docker objects are its. */
function executorOf(folder: DemoFolder): string | undefined {
  if (!existsSync(join(folder.agentData, 'agent.db'))) return undefined;
  const store = openStore(folder.agentData);
  try {
    return new Identity(store).executorId;
  } finally {
    store.close();
  }
}

async function removeObjects(docker: Docker, executorId: string, say: (line: string) => void): Promise<void> {
  const filters = { label: [`${labels.executor}=${executorId}`] };
  for (const { Id, Names, State } of await docker.listContainers({ all: true, filters })) {
    const container = docker.getContainer(Id);
    if (State === 'running') await container.stop({ t: gentleSeconds });
    await container.remove();
    say(`removed the container ${Names[0]?.slice(1)}`);
  }
  for (const { Name } of (await docker.listVolumes({ filters })).Volumes ?? []) {
    await docker.getVolume(Name).remove();
    say(`removed the volume ${Name}`);
  }
}

async function removeImages(docker: Docker, tags: readonly string[], say: (line: string) => void): Promise<void> {
  for (const tag of tags) {
    try {
      await docker.getImage(tag).remove();
      say(`removed the image ${tag}`);
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      // 409: another node runs on it. 404: someone removed it before.
      if (statusCode !== 409 && statusCode !== 404) throw error;
      if (statusCode === 409) say(`the image ${tag} stays, because a container uses it`);
    }
  }
}
