import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { objectName } from '../../../src/agent/docker/engine/labels.ts';
import { readFile } from '../../../src/agent/docker/engine/read-file.ts';
import { archiveOf, readDataMarker } from '../../../src/agent/docker/engine/volume-files.ts';
import { firstBlockFile } from '../../fixtures/genesis.ts';
import { runningNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

/** The stand-in of 2021 knows no `blocks/xor.dat` and ignores it, so the block files here are not its own. */
test('a lost key of the block files is written back before a start', async () => {
  const node = await runningNode();
  const container = node.client.docker.getContainer(await node.containerId());
  const folder = '/satrap/node/regtest/blocks';
  const key = Buffer.from('0102a3b4c5d6e7f8', 'hex');
  const keyFile = () => readFile(node.client, container.id, `${folder}/xor.dat`);
  const write = async (content: Buffer) =>
    container.putArchive(await archiveOf([[{ name: 'node/regtest/blocks/xor.dat', uid: 101, gid: 101 }, content]]), {
      path: '/satrap',
    });
  const restart = async () => {
    const before = node.events.filter(({ kind }) => kind === 'node.started').length;
    node.desire({ desiredState: 'stopped' });
    await node.untilPhase('stopped');
    return async () => {
      node.desire();
      return until('it is started', () => node.events.filter(({ kind }) => kind === 'node.started')[before]);
    };
  };
  const startAgain = await restart();
  // Block files of a real daemon, without their key.
  const blocks = await archiveOf([[{ name: 'node/regtest/blocks/blk00000.dat' }, firstBlockFile('regtest', key)]]);
  await container.putArchive(blocks, { path: '/satrap' });
  const event = await startAgain();
  expect(event).toMatchObject({ level: 'warning', data: { restored: 'blocks/xor.dat' } });
  expect(event.message).toContain('restored blocks/xor.dat');
  expect(await keyFile()).toEqual(key);
  expect(await readDataMarker(node.client, container.id)).toMatchObject({ blocksKey: key.toString('hex') });

  // An existing key stays, whatever the record says.
  const other = Buffer.from('ff'.repeat(8), 'hex');
  const withOther = await restart();
  await write(other);
  expect(await withOther()).toMatchObject({ level: 'info' });
  expect(await keyFile()).toEqual(other);

  // What a pruned node has after a start by the engine alone: zeros in place of the lost key.
  const pruned = await restart();
  await write(Buffer.alloc(8));
  const later = await archiveOf([[{ name: 'node/regtest/blocks/blk00007.dat' }, firstBlockFile('regtest', other)]]);
  await container.putArchive(later, { path: '/satrap' });
  const { Mountpoint } = await node.client.docker.getVolume(objectName(node.nodeId)).inspect();
  rmSync(join(Mountpoint, 'node/regtest/blocks/blk00000.dat'));
  expect(await pruned()).toMatchObject({ level: 'warning', data: { restored: 'blocks/xor.dat' } });
  expect(await keyFile()).toEqual(other);
});
