import { beforeAll, expect, test } from 'vitest';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

let host: TestHost;

beforeAll(async () => {
  host = await testHost();
  return () => host[Symbol.asyncDispose]();
});

const executor = async () => {
  const { executors } = await host.controlPlane.ask(
    '{ executors { id drain { remaining completedAt } room { memoryMiB { promised available } diskGiB { total promised available } } } }',
  );
  return executors[0];
};
const change = async (mutation: string) =>
  host.controlPlane.ask(`mutation($id: ID!) { ${mutation} { id } }`, { id: (await executor()).id });

test('a drain stops daemons gently, is complete when the last has ended, and brings back exactly those that ran', async () => {
  const runs = await host.runNode('runs');
  const rests = await host.runNode('rests');
  await host.nodes.act(rests.id, 'stop');
  await host.nodes.untilPhase(rests.id, 'stopped');

  await change('drainExecutor(where: { id: $id }, reason: "kernel")');
  const { drain } = await until('the drain is complete', async () => {
    const drained = await executor();
    return drained.drain.completedAt !== null && drained;
  });
  expect(drain.remaining).toBe(0);
  expect((await host.agent.containers(runs.id))[0]?.State).toMatchObject({ Running: false, ExitCode: 0 });
  expect(await host.nodes.get(runs.id)).toMatchObject({ desiredState: 'running', status: { phase: 'stopped' } });

  await change('undrainExecutor(where: { id: $id })');
  await host.nodes.untilPhase(runs.id, 'running');
  expect(await host.nodes.get(rests.id)).toMatchObject({ desiredState: 'stopped', status: { phase: 'stopped' } });
  const kinds = (await host.nodes.events('runs')).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'node.crashed')).toEqual([]);
});

test('the agent reports what its host has, so that a node which does not fit is refused with the figures', async () => {
  const { room } = await executor();
  expect(room.diskGiB.total).toBeGreaterThan(0);
  const needed = Math.ceil(room.diskGiB.total) + 1;
  await expect(host.nodes.create('too-large', { resources: { diskGiB: needed } })).rejects.toThrow(
    `cannot give ${needed} GiB of disk`,
  );
});
