import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gatherMappedIds } from '../../../src/agent/doctor/mapped-ids.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

/** On a host where the user of an engine is the one of this process. */
function mappedIds({ users, groups = users, sources = '' }: { users: string; groups?: string; sources?: string }) {
  const folder = scratchFolder('ids');
  const files = { socket: '', users, groups, sources };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const pathOf = (name: keyof typeof files) => join(folder, name);
  return gatherMappedIds(pathOf('socket'), {
    ...{ users: pathOf('users'), groups: pathOf('groups'), sources: pathOf('sources') },
  });
}

const own = process.getuid?.();

test('the ids of all ranges of the engine’s user count', async () => {
  const users = `other:100000:65536\n${own}:300000:10000\n${own}:400000:65536\n`;
  const found = await mappedIds({ users, groups: `${own}:300000:10000\n` });
  expect(found).toMatchObject({ users: 75_536, groups: 10_000, nextFrom: 465_536 });
});

test('a user without a range has no ids', async () => {
  expect(await mappedIds({ users: 'other:100000:65536\n' })).toMatchObject({ users: 0, groups: 0, nextFrom: 165_536 });
});

test('ids that a directory gives are unknown', async () => {
  expect(await mappedIds({ users: '', sources: 'passwd: files sss\nsubid: sss\n' })).toBeNull();
  expect(await mappedIds({ users: '', sources: 'passwd: files sss\nsubid: files\n' })).not.toBeNull();
});
