import { expect, test } from 'vitest';
import { startedHost } from '../../harness/memory-host.ts';

const lifecycle = { desiredState: 'running', restartCounter: 0, dataPolicy: 'keep', removableWallets: null } as const;
const unsupported = (id: string) => ({ id, name: id, unsupported: 'the network “testnet5”', lifecycle });

test('keeps a node that it no longer supports, and reports why it does not change', async () => {
  const host = await startedHost({ id: 'a' });
  host.listSome([], [unsupported('a')]);
  await host.pass(180_000);
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
  expect(host.controller.orphans).toEqual([]);
  const [report] = host.controller.report();
  expect(report).toMatchObject({ id: 'a', problems: [{ code: 'agent_outdated' }] });
  expect(report?.problems?.[0]?.reason).toMatch(
    /does not support the network “testnet5”; the node keeps its previous configuration until the agent is upgraded$/,
  );
});

test('reports a new node that it does not support, and creates the others', async () => {
  const host = await startedHost();
  host.listSome([{ id: 'b' }], [unsupported('a')]);
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual([]);
  expect(host.runtime.stepsOf('b')).toEqual(['create', 'start']);
  expect(host.controller.report().find(({ id }) => id === 'a')).toMatchObject({
    phase: 'pending',
    problems: [{ code: 'agent_outdated', reason: expect.stringMatching(/the node is not created until/) }],
  });
});

test('stops a node that it does not support', async () => {
  const host = await startedHost({ id: 'a' });
  host.listSome([], [{ ...unsupported('a'), lifecycle: { ...lifecycle, desiredState: 'stopped' } }]);
  await host.settle();
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start', 'stop']);
});

test('invariant 2: after a rollback, leaves the nodes of the later agent as they are', async () => {
  const host = await startedHost({ id: 'a' });
  await host.stop();
  host.database.exec("UPDATE desired_node SET document = json_set(document, '$.network', 'testnet5')");
  host.reopen();
  host.start();
  await host.pass(180_000);
  expect(host.runtime.workloads.get('a')?.state).toBe('running');
  expect(host.controller.orphans).toEqual([]);
  expect(host.controller.report()).toMatchObject([
    { id: 'a', reason: expect.stringMatching(/the node is left as it is and not watched until/) },
  ]);
});
