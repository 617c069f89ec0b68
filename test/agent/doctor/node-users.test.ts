import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gatherNodeUsers } from '../../../src/agent/doctor/node-users.ts';
import { defaultNodeUser } from '../../../src/agent/settings/options.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

const none = { users: '/nonexistent/subuid', groups: '/nonexistent/subgid' };

/** Of the daemons of a host whose setting this is. */
const ownersOf = async (user: string, files = none) => (await gatherNodeUsers(user, [], files))[0]?.owners;

test('the default user is no account of this host', async () => {
  expect(await ownersOf(defaultNodeUser)).toEqual([]);
});

test('an account and a group of this host are found by their ids', async () => {
  // Those of Debian, on every host.
  expect(await ownersOf('1:2')).toEqual(['user daemon', 'group bin']);
});

test('a user of another’s containers is found', async () => {
  const files = { users: join(scratchFolder('ids'), 'subuid'), groups: none.groups };
  writeFileSync(files.users, 'op:100000:65536\n\nother:165536:65536\n');
  expect(await ownersOf('160833:60833', files)).toEqual(['containers of user op']);
});

test('a user that systemd may give to a service is found', async () => {
  expect(await ownersOf('62000:60833')).toEqual(['services with DynamicUser']);
});

test('nodes are listed by the user that they run as', async () => {
  const nodes = [
    { name: 'old', user: '1:1' },
    { name: 'new', user: defaultNodeUser },
    { name: 'waiting', user: undefined },
  ];
  expect(await gatherNodeUsers(defaultNodeUser, nodes, none)).toMatchObject([
    { user: defaultNodeUser, isSetting: true, nodes: ['new'] },
    { user: '1:1', isSetting: false, nodes: ['old'], owners: ['user daemon', 'group daemon'] },
  ]);
});
