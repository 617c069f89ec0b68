import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { labels } from '../agent/docker/engine/labels.ts';
import { openStore } from '../agent/store/database.ts';
import { installationIn } from '../agent/store/installation.ts';
import { ensureEngine, stopDefaultEngine } from '../devhost/engine.ts';
import { type DemoFolder, readText } from './folder.ts';
import { stopLeftovers } from './program.ts';

const stopTimeoutSeconds = 60;

/** Removes everything that the demo created: programs, node, chain data, images, folder. Stops the engine if the demo started it. */
export async function cleanDemo(folder: DemoFolder, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  if (!existsSync(folder.root)) {
    say('nothing to clean');
    return;
  }
  await stopLeftovers(folder);
  const demoStartedEngine = existsSync(folder.startedEngine);
  const engine = await ensureEngine({ say, signal, dockerHost: process.env['DOCKER_HOST'] });
  const docker = new Docker({ socketPath: engine.socketPath });
  const executorId = executorOf(folder);
  if (executorId !== undefined) await removeObjects(docker, executorId, say);
  await removeImages(docker, readText(folder.builtImages)?.split('\n') ?? [], say);
  rmSync(folder.root, { recursive: true, force: true });
  say(`removed folder ${folder.root}`);
  if (demoStartedEngine || engine.startedByUs) {
    await (engine.startedByUs ? engine.stop() : stopDefaultEngine());
    say('stopped the Docker engine that the demo started; its package stays');
  }
}

/** Lists the agent's Docker objects, by the id in its store. */
function executorOf(folder: DemoFolder): string | undefined {
  if (!existsSync(join(folder.agentData, 'agent.db'))) return undefined;
  using store = openStore(folder.agentData);
  return installationIn(store).executorId;
}

async function removeObjects(docker: Docker, executorId: string, say: (line: string) => void): Promise<void> {
  const filters = { label: [`${labels.executor}=${executorId}`] };
  for (const { Id, Names, State } of await docker.listContainers({ all: true, filters })) {
    const container = docker.getContainer(Id);
    if (State === 'running') await container.stop({ t: stopTimeoutSeconds });
    await container.remove();
    say(`removed container ${Names[0]?.slice(1)}`);
  }
  for (const { Name } of (await docker.listVolumes({ filters })).Volumes ?? []) {
    await docker.getVolume(Name).remove();
    say(`removed volume ${Name}`);
  }
}

async function removeImages(docker: Docker, tags: readonly string[], say: (line: string) => void): Promise<void> {
  for (const tag of tags) {
    try {
      await docker.getImage(tag).remove();
      say(`removed image ${tag}`);
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      // 409: a container uses it. 404: already removed.
      if (statusCode !== 409 && statusCode !== 404) throw error;
      if (statusCode === 409) say(`kept image ${tag}: a container uses it`);
    }
  }
}
