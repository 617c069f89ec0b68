import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { satrap } from '../harness/satrap.ts';
import { until } from '../harness/until.ts';
import { SplitFleet, sides, withinMs } from './split-fleet.ts';

/** Removed at the end, also where the start of the fleet failed. */
const opened: { destroy(): Promise<void> }[] = [];
let fleet: SplitFleet;

beforeAll(async () => {
  fleet = await SplitFleet.start(opened);
  await fleet.mine('a', 10, ['b', 'c', 'd']);
  await fleet.untilAgreed();
});
afterAll(async () => {
  for (const part of opened.toReversed()) await part.destroy();
});

test.each([1, 2, 6])('a reorganization of %i blocks opens nothing', async (blocks) => {
  await fleet.mine('c', blocks);
  await fleet.mine('a', blocks + 1, ['b', 'c', 'd']);
  await fleet.untilAgreed();
  expect([...(await fleet.incidents('open')), ...(await fleet.incidents('closed'))]).toEqual([]);
});

// No daemon rejects anything: only the blocks of the nodes differ.
test.each<[what: string, divide: () => Promise<void>, expected: (fork: number) => string[]]>([
  [
    'a family alone with 1 block',
    async () => {
      // A leading node that was asked a moment ago, for the reorganizations, is asked again after half a minute.
      await setTimeout(30_000);
      await fleet.mine('d', 1);
      await fleet.mine('a', 3, ['b', 'c']);
    },
    (fork) => ['a+b+c@-+-', `d@${fork}+1`],
  ],
  [
    'an even split with 20 blocks on one side',
    async () => {
      await fleet.mine('c', 20, ['d']);
      await fleet.mine('a', 21, ['b']);
    },
    (fork) => ['a+b@-+-', `c+d@${fork}+20`],
  ],
  [
    'a split in three',
    async () => {
      await fleet.mine('c', 3, ['d']);
      await fleet.mine('d', 2);
      await fleet.mine('c', 1);
      await fleet.mine('a', 7, ['b']);
    },
    (fork) => ['a+b@-+-', `d@${fork}+5`, `c@${fork + 3}+1`],
  ],
])('%s', async (what, divide, expected) => {
  const fork = Number(await fleet.rpc('a', 'getblockcount'));
  await divide();
  const incident = await fleet.untilOpen(what);
  await fleet.untilShown(what, expected(fork));
  await fleet.pass('a', ['b', 'c', 'd']);
  await fleet.untilClosed(what, incident);
});

test('a split of 4 blocks stays open while its leading node is stopped, and afterwards', async () => {
  const fork = Number(await fleet.rpc('a', 'getblockcount'));
  await fleet.mine('d', 4);
  await fleet.mine('a', 6);
  await fleet.pass('a', ['b', 'c']);
  await fleet.mine('a', 1);
  const incident = await fleet.untilOpen('the leading node goes away');
  await fleet.nodes.actFully(fleet.idOf('a'), 'stop');
  await fleet.nodes.actFully(fleet.idOf('d'), 'stop');
  await setTimeout(70_000);
  expect(await fleet.incidents('open')).toMatchObject([{ id: incident.id }]);
  for (const name of ['a', 'd'] as const) await fleet.nodes.actFully(fleet.idOf(name), 'start');
  await fleet.untilShown('both sides are back', ['a+b+c@-+-', `d@${fork}+4`]);
  expect(await fleet.incidents('open')).toMatchObject([{ id: incident.id }]);
  await fleet.pass('a', ['b', 'c', 'd']);
  await fleet.untilClosed('the leading node goes away', incident);
});

test('a node that rejects a block has an incident until all agree', async () => {
  const fork = Number(await fleet.rpc('d', 'getblockcount')) - 1;
  const rejected = await fleet.rpc('d', 'getbestblockhash');
  await fleet.rpc('d', 'invalidateblock', [rejected]);
  await fleet.mine('a', 2, ['b', 'c']);
  const incident = await fleet.untilOpen('a rejected block');
  expect(incident).toMatchObject({ severity: 'critical', subjectType: 'network', subjectName: 'regtest' });
  expect(incident.message).toContain(`has split after block ${fork}`);
  expect(incident.message).toContain('d rejects the other branch as invalid');
  expect(sides(incident.branches)).toEqual(['a+b+c@-+-', `d@${fork}+0`]);

  const replica = await fleet.controlPlane.startBeside();
  onTestFinished(() => replica.destroy());
  await fleet.controlPlane.stop('SIGKILL');
  await setTimeout(30_000);
  expect(await fleet.incidents('open', replica)).toMatchObject([{ id: incident.id }]);
  await fleet.controlPlane.serve();
  await replica.stop('SIGKILL');
  await fleet.mine('d', 2);
  await fleet.untilShown('the rebel has blocks of its own', ['a+b+c@-+-', `d@${fork}+2`]);
  expect(await fleet.incidents('open')).toMatchObject([{ id: incident.id }]);

  await fleet.mine('a', 1000);
  await fleet.fetch('a', ['b', 'c']);
  await fleet.untilShown('the others are far ahead', ['a+b+c@-+-', `d@${fork}+2`]);
  expect(await fleet.incidents('open')).toMatchObject([{ id: incident.id }]);
  const env = { SATRAP_URL: fleet.controlPlane.url, SATRAP_API_KEY: fleet.controlPlane.personalKey };
  const shown = await satrap(['networks', 'show', 'regtest'], env);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toContain(`regtest: split, incident ${incident.id}`);
  expect(shown.stdout).toContain(`└─ Split after block ${fork}, 2 blocks to block ${fork + 2}: 1 node`);
  expect(shown.stdout).toContain('knots 29.3.knots20260508 ×1');
  expect((await satrap(['networks', 'list'], env)).stdout).toMatch(/regtest +split +4/);

  await fleet.rpc('d', 'reconsiderblock', [rejected]);
  await fleet.fetch('a', ['d']);
  await fleet.untilClosed('a rejected block', incident);
  expect((await fleet.network())?.state).toBe('agreed');
});

test('a heavier branch with headers only opens an incident until its blocks arrive', async () => {
  const fork = Number(await fleet.rpc('a', 'getblockcount'));
  await fleet.mine('a', 6);
  const headers: unknown[] = [];
  for (let height = fork + 1; height <= fork + 6; height++)
    headers.push(await fleet.rpc('a', 'getblockheader', [await fleet.rpc('a', 'getblockhash', [height]), false]));
  // A stopped node belongs to the fleet only if it was in a split before.
  await fleet.nodes.actFully(fleet.idOf('a'), 'stop');
  await fleet.mine('b', 1, ['c', 'd']);
  expect(await fleet.incidents('open')).toEqual([]);
  for (const name of ['b', 'c', 'd'] as const)
    for (const header of headers) await fleet.rpc(name, 'submitheader', [header]);
  // `getchaintips` is read every half minute.
  const incident = await fleet.untilOpen('headers only', 90);
  expect(incident.message).toContain('has only the headers of the other branch');
  expect(sides(incident.branches)).toEqual(['b+c+d@-+-', `@${fork}+6`]);
  await fleet.nodes.actFully(fleet.idOf('a'), 'start');
  await fleet.pass('a', ['b', 'c', 'd']);
  await fleet.untilClosed('headers only', incident);
});

// The last one: its blocks are from the future, which a restarted daemon does not read.
test('a node that drops the headers of its peer without a trace is on its own side', async () => {
  const fork = Number(await fleet.rpc('d', 'getblockcount'));
  // A header of more than two hours ahead is dropped: the others believe that it is due.
  const later = Math.floor(Date.now() / 1000) + 3 * 3600;
  for (const name of ['a', 'b', 'c'] as const) await fleet.rpc(name, 'setmocktime', [later]);
  await fleet.rpc('d', 'addnode', [await fleet.addressOf('a'), 'add']);
  const peers = async () => (await fleet.rpc('d', 'getconnectioncount')) === 1;
  await until('the two nodes are peers', peers, withinMs);
  await fleet.mine('a', 7, ['b', 'c']);
  const incident = await fleet.untilOpen('a silent split');
  const tips = (await fleet.rpc('d', 'getchaintips')) as { height: number; status: string }[];
  expect(tips.filter(({ height, status }) => height > fork || status === 'invalid')).toEqual([]);
  expect(incident.message).toContain('d knows no header of the other branch although it had peers');
  expect(sides(incident.branches)).toEqual(['a+b+c@-+-', `d@${fork}+0`]);

  await fleet.rpc('d', 'setmocktime', [later]);
  await fleet.pass('a', ['d']);
  await fleet.untilClosed('a silent split', incident);
});
