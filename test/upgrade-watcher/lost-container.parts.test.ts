import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { beforeAll, expect, inject, test } from 'vitest';
import { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';
import { labels } from '../../src/agent/docker/engine/labels.ts';
import { programLabel } from '../../src/agent/upgrade/container-facts.ts';
import { ContainerEffects } from '../../src/upgrade-watcher/docker/container-effects.ts';
import { newSwitch, type SwitchJournal } from '../../src/upgrade-watcher/journal.ts';
import { watcherFiles } from '../../src/upgrade-watcher/watcher-files.ts';
import { type PrivateEngine, startPrivateEngine } from '../harness/private-engine.ts';

// An engine that is killed while it starts a container leaves a containerd folder, and refuses that container from then
// on. The folder is created manually here, on a private engine.

const reference = inject('clientImages')['28.1'] ?? '';
const restart = { Name: 'unless-stopped' };
let engine: PrivateEngine;
let docker: Docker;
let imageId: string;

beforeAll(async () => {
  engine = await startPrivateEngine({ images: [reference] });
  docker = new Docker({ socketPath: engine.socketPath });
  imageId = (await docker.getImage(reference).inspect()).Id;
  return () => engine[Symbol.asyncDispose]();
});

/** Makes the engine refuse to start a container, like one killed during the start. */
const lose = (id: string) =>
  mkdirSync(join(engine.dir, 'exec/containerd/daemon/io.containerd.runtime.v2.task/moby', id), { recursive: true });

/** A switch of an agent in a container, about to start a version. A daemon stands in for the agent. */
async function switchOf(name: string, direction: SwitchJournal['direction']) {
  const { id } = await docker.createContainer({
    ...{ name, Image: reference, Entrypoint: ['bitcoind'], Cmd: ['-chain=regtest', '-datadir=/data'] },
    ...{ Env: ['SATRAP_AGENT_NAME=x'], StopSignal: 'SIGKILL' },
    Labels: { [programLabel.name]: programLabel.value, 'com.example.kept': 'yes' },
    HostConfig: { RestartPolicy: restart, Binds: [`${name}:/data`], NetworkMode: 'none', Memory: 256 * 1024 * 1024 },
  });
  const dataDir = join(engine.dir, `data-${name}`);
  mkdirSync(dataDir);
  const effects = new ContainerEffects({
    ...{ dataDir, runArguments: [], ownImageId: imageId },
    client: new EngineClient(engine.socketPath),
    former: watcherFiles(dataDir).former,
  });
  const image = { id: imageId, reference, formerId: imageId, container: { id, name, restart } };
  const ordered = newSwitch({ requestId: `request-${name}`, from: '1.0.0', to: '1.1.0', archive: null, image });
  await effects.unpack(ordered);
  const journal: SwitchJournal = { ...ordered, direction, phase: 'start' };
  await effects.stop(journal);
  await effects.point(journal);
  return { id, effects, journal };
}

/** What a re-created container must have in common with the previous one. */
const shapeOf = ({ Config, HostConfig, Mounts, Name }: Docker.ContainerInspectInfo) => ({
  ...{ Name, image: Config.Image, Env: Config.Env, Cmd: Config.Cmd, Entrypoint: Config.Entrypoint },
  kept: Config.Labels['com.example.kept'],
  ...{ RestartPolicy: HostConfig.RestartPolicy, NetworkMode: HostConfig.NetworkMode, Memory: HostConfig.Memory },
  mounts: Mounts.map(({ Name, Destination }) => [Name, Destination]),
});

test.each(['forward', 'back'] as const)(
  'a version (%s) whose container cannot start gets an equal new container',
  async (direction) => {
    const isBack = direction === 'back';
    const { id, effects, journal } = await switchOf(direction, direction);
    const inspect = () => docker.getContainer(direction).inspect();
    const lost = await inspect();
    const started: string[] = [];
    for (let times = 0; times < (isBack ? 2 : 1); times++) {
      if (times > 0) {
        await effects.stop(journal);
        await effects.point(journal);
      }
      lose((await inspect()).Id);
      await effects.restart(journal);
      started.push((await inspect()).Id);
    }
    expect(new Set([id, lost.Id, ...started]).size).toBe(3);
    const now = await inspect();
    expect(now.State.Running).toBe(true);
    expect(shapeOf(now)).toEqual({ ...shapeOf(lost), RestartPolicy: expect.objectContaining(restart) });
    expect(await effects.state(journal)).toMatchObject({ isRunning: true });
    if (isBack) await effects.returned(journal);
    else {
      expect(now.Config.Labels[labels.upgrade]).toBe(journal.requestId);
      await effects.commit({ ...journal, phase: 'commit' });
      await expect(docker.getContainer(id).inspect()).rejects.toThrow(/No such container/);
    }
    const left = (await docker.listContainers({ all: true })).flatMap(({ Names }) => Names);
    expect(left.filter((name) => name.includes(direction))).toEqual([`/${direction}`]);
  },
);

test('a container of somebody else that the order names is never made anew', async () => {
  const { effects, journal } = await switchOf('own', 'back');
  const { id } = await docker.createContainer({ name: 'foreign', Image: reference });
  lose(id);
  const { image } = journal;
  if (image === undefined) throw new Error('the switch names no image');
  const container = { ...image.container, id, name: 'foreign' };
  await expect(effects.restart({ ...journal, image: { ...image, container } })).rejects.toThrow(
    /does not belong to the agent/,
  );
  expect((await docker.getContainer('foreign').inspect()).Id).toBe(id);
});
