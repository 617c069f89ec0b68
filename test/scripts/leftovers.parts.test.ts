import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import Docker from 'dockerode';
import { expect, inject, onTestFinished, test } from 'vitest';
import { EngineRecorder } from '../../scripts/engine-recorder.ts';
import { processesNaming } from '../../scripts/run-processes.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { until } from '../harness/until.ts';

test('objects that the run created are leftovers until removed, and no others are', async () => {
  const recorder = await EngineRecorder.start(inject('dockerSocket'), join(scratchFolder('leftovers'), 'docker.sock'));
  onTestFinished(() => recorder.stop());
  const recorded = new Docker({ socketPath: recorder.socketPath });
  const direct = new Docker({ socketPath: inject('dockerSocket') });
  /** Creates a container that ends with the test. */
  async function create(docker: Docker, options: Docker.ContainerCreateOptions = {}): Promise<Docker.Container> {
    const container = await docker.createContainer({ Image: inject('clientImages')['28.1'] ?? '', ...options });
    const remove = () => direct.getContainer(container.id).remove({ force: true, v: true });
    onTestFinished(() => remove().catch((error) => expect(error.statusCode).toBe(404)));
    return container;
  }
  const ours = await create(recorded);
  await create(direct);
  expect(await recorder.leftovers()).toEqual([expect.stringMatching(/^container \//)]);
  await ours.remove();
  expect(await recorder.leftovers()).toEqual([]);
  const container = await create(recorded, { Volumes: { '/data': {} } });
  await container.remove();
  const [volume = ''] = await recorder.leftovers();
  expect(volume).toMatch(/^volume [0-9a-f]{64}$/);
  await direct.getVolume(volume.slice('volume '.length)).remove();
  const name = `satrap-leftovers-${process.pid}`;
  await recorded.createVolume({ Name: name });
  const network = await recorded.createNetwork({ Name: name, Internal: true });
  onTestFinished(() => direct.getNetwork(network.id).remove());
  onTestFinished(() => direct.getVolume(name).remove());
  expect((await recorder.leftovers()).toSorted()).toEqual([`network ${name}`, `volume ${name}`]);
});

test('a process is a leftover if its command line or environment contains the folder', async () => {
  const folder = scratchFolder('leftovers');
  const start = (args: string[], env: Record<string, string>): ChildProcess => {
    const waiting = 'setInterval(() => {}, 1000)';
    const child = spawn(process.execPath, ['-e', waiting, ...args], { env, stdio: 'ignore', detached: true });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const byArgument = start([join(folder, 'data')], {});
  const byEnvironment = start([], { TMPDIR: folder });
  const other = start([], { TMPDIR: '/nowhere' });
  const pids = () => processesNaming(folder).map((line) => Number(line.split(' ')[1]));
  await until('both have started', () => pids().length === 2);
  expect(pids().toSorted()).toEqual([byArgument.pid, byEnvironment.pid].toSorted());
  expect(pids()).not.toContain(other.pid);
});
