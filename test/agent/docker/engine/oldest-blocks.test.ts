import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { startOfOldestBlocks } from '../../../../src/agent/docker/engine/node-files.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

test('the start of the oldest block file is read, of a file alone and through no link', async () => {
  const path = scratchFolder('oldest-blocks');
  const blocks = join(path, 'node/regtest/blocks');
  const user = { uid: 101, gid: 101 };
  const read = (seen: string | undefined, folder = 'regtest/blocks') =>
    startOfOldestBlocks({ client: new EngineClient('/none'), containerId: 'c', user, path: seen }, folder, 8);
  mkdirSync(blocks, { recursive: true });
  expect(await read(path)).toBeNull();
  writeFileSync(join(path, 'satrap-data.json'), '{}');
  expect(await read(path)).toBeNull();
  for (const name of ['rev00006.dat', 'blk00010.dat', 'blk00007.dat', 'blk0.dat', 'xor.dat'])
    writeFileSync(join(blocks, name), `${name} and more`);
  expect(String(await read(path))).toBe('blk00007');
  expect(await read(undefined)).toBeNull();
  expect(await read(path, 'regtest/none')).toBeNull();
  symlinkSync('blk00010.dat', join(blocks, 'blk00001.dat'));
  expect(await read(path)).toBeNull();
  symlinkSync('regtest', join(path, 'node/linked'));
  expect(await read(path, 'linked/blocks')).toBeNull();
});
