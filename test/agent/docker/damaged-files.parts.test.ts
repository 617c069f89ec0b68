import { beforeAll, expect, inject, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { readFile } from '../../../src/agent/docker/engine/read-file.ts';
import { archiveOf } from '../../../src/agent/docker/engine/volume-files.ts';
import { blindClient } from '../../harness/blind-client.ts';
import { scriptedDaemons } from '../../harness/scripted-daemon.ts';
import { TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

let images: Record<string, string>;
beforeAll(async () => {
  images = await scriptedDaemons(['28.1']);
});

test.each([
  ['through its folder', () => new EngineClient(inject('dockerSocket'))],
  ['through the engine', blindClient],
])('a damaged peers.dat is moved aside %s', async (_how, connect) => {
  const node = new TestNode({ images, client: connect() });
  node.desire();
  node.start();
  await node.untilEvent('node.started');
  const container = node.client.docker.getContainer(await node.containerId());
  await until('the daemon has its folder', () =>
    container.infoArchive({ path: '/satrap/node/regtest' }).catch(() => null),
  );
  const garbage = Buffer.from('no addresses of peers');
  const entry = { name: 'node/regtest/peers.dat', uid: 101, gid: 101 };
  await container.putArchive(await archiveOf([[entry, garbage]]), { path: '/satrap' });
  await container.kill();
  const event = await node.untilEvent('node.file_set_aside');
  expect(event).toMatchObject({ level: 'warning', data: { file: 'regtest/peers.dat' } });
  expect(event.message).toContain('Moved the damaged file regtest/peers.dat aside');
  await until('the daemon stays up', async () => {
    const { State, HostConfig } = await container.inspect();
    return State.Running && HostConfig.RestartPolicy?.Name === 'always';
  });
  const kept = await readFile(node.client, container.id, '/satrap/node/regtest/peers.dat.damaged');
  expect(kept?.toString()).toBe(garbage.toString());
  expect(await readFile(node.client, container.id, '/satrap/node/regtest/peers.dat')).toBeNull();
  expect(node.events.filter(({ kind }) => kind === 'node.file_set_aside')).toHaveLength(1);
});

test('invariant 18: a folder that is a link to elsewhere is not followed', async () => {
  const node = new TestNode({ images });
  node.desire({ desiredState: 'running' });
  node.start();
  await node.untilEvent('node.started');
  const container = node.client.docker.getContainer(await node.containerId());
  await until('the daemon has its folder', () =>
    container.infoArchive({ path: '/satrap/node/regtest' }).catch(() => null),
  );
  // The daemon finds a damaged peers.dat in another folder of its volume, outside of its data directory.
  const entries = await archiveOf([
    [{ name: 'other/', type: 'directory', uid: 101, gid: 101 }],
    [{ name: 'other/peers.dat', uid: 101, gid: 101 }, 'no addresses of peers'],
    [{ name: 'node/regtest', type: 'symlink', linkname: '../other' }],
  ]);
  await container.putArchive(entries, { path: '/satrap' });
  await container.kill();
  await node.untilReason('is not a folder');
  expect(await readFile(node.client, container.id, '/satrap/other/peers.dat')).not.toBeNull();
});
