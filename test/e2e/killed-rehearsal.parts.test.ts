import { readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { nodeOf } from '../harness/nodes.ts';
import { mountLoopDisk } from '../harness/sharing-disk.ts';
import { sharedHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';
import { killInSteps, restarting } from './kills.ts';

const disk = mountLoopDisk('btrfs');
afterAll(() => disk[Symbol.dispose]());
const host = sharedHost({ agent: { flags: { 'data-roots': `shared=${disk.path}`, 'sample-interval': '1' } } });

/** With the host checked, the data copied, the version running, and the copy partly removed. */
const steps = ['begin-rehearsal', 'copy-for-rehearsal', 'rehearse-version', 'end-rehearsal'];

test('an agent killed in each step of a rehearsal leaves no copy and no frozen node', {
  timeout: 300_000,
}, async () => {
  const { nodes, docker, controlPlane } = host;
  const { id } = await nodes.run('rehearsed', { dataRoot: 'shared' });
  const hash = await nodes.mine(id, 20);
  await until('the tip is known', async () => (await nodes.get(id))?.metrics?.height === 20);
  const container = docker.getContainer(`satrap-${id}`);
  const startedAt = (await container.inspect()).State.StartedAt;
  const state = async () => {
    const selection = 'operations(take: 1) { state reason result { rehearse { verdict height } } }';
    return (await nodeOf(controlPlane, id, selection)).operations[0];
  };
  const kills = await killInSteps(
    host,
    id,
    (step) => steps.includes(step),
    async () => {
      await controlPlane.ask(
        'mutation($id: ID!, $data: NodeOperationInput!) { startNodeOperation(where: { id: $id }, data: $data) { operation { id } } }',
        { id, data: { rehearse: { clientVersion: '28.0' } } },
      );
      await restarting(host, 'the rehearsal has ended', async () =>
        ['succeeded', 'failed'].includes((await state()).state),
      );
    },
  );
  expect(kills).toEqual(steps);
  expect(await state()).toMatchObject({ state: 'succeeded', result: { rehearse: { verdict: 'passed', height: 20 } } });
  expect((await container.inspect()).State).toMatchObject({ StartedAt: startedAt, Paused: false });
  expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
  await until('the copy is gone', () => readdirSync(disk.path).every((name) => name === id));
  const { Volumes } = await docker.listVolumes({ filters: { name: ['satrap-rehearsal-'] } });
  expect((Volumes ?? []).filter(({ Name }) => Name.endsWith(id))).toEqual([]);
});
