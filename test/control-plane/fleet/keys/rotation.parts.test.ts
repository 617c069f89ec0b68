import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { quiet, TestControlPlane } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { TestNodes } from '../../../harness/nodes.ts';
import { type Replica, startReplica } from '../../../harness/replica.ts';
import { until } from '../../../harness/until.ts';

let controlPlane: TestControlPlane;
let replica: Replica;
let opened: OpenDatabase;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  replica = await startReplica(controlPlane);
  opened = await openDatabase(controlPlane.settings, quiet);
});
afterAll(async () => {
  await opened?.close();
  await replica?.close();
  await controlPlane?.destroy();
});

const day = 86_400_000;
async function newKey(executorName: string, days?: number): Promise<string> {
  const expiresAt = days === undefined ? null : new Date(Date.now() + days * day).toISOString();
  const input = { purpose: 'executor', name: executorName, executorName, expiresAt };
  const { createApiKey } = await controlPlane.ask(
    'mutation($input: ApiKeyCreateInput!) { createApiKey(input: $input) { secret } }',
    { input },
  );
  return createApiKey.secret;
}
const rotate = (key: string) => controlPlane.call('mutation { rotateExecutorKey { secret expiresAt } }', {}, key);
const statusOn = async (key: string) => [
  (await controlPlane.call('{ viewer { purpose } executors { id } }', {}, key)).status,
  (await replica.call('{ viewer { purpose } executors { id } }', {}, key)).status,
];
const works = (statuses: number[]) => statuses.every((status) => status === 200);

test('the old key works until the new one is first used, then it stops on every replica', async () => {
  const old = await newKey('rotated', 30);
  expect(works(await statusOn(old))).toBe(true);
  const { secret, expiresAt } = (await rotate(old)).data.rotateExecutorKey;
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - 30 * day)).toBeLessThan(60_000);
  // An agent that crashed before it stored the new key continues with this one.
  expect(works(await statusOn(old))).toBe(true);
  expect((await new TestExecutor(controlPlane, secret, 'rotated').sync()).errors).toBeUndefined();
  await until('the old one is refused', async () => (await statusOn(old)).every((status) => status === 401));
  expect(works(await statusOn(secret))).toBe(true);
  expect(codeOf(await new TestExecutor(controlPlane, secret, 'other').sync())).toBe('executor_key_bound');
});

test('a second rotation with the old key makes the key worthless that nobody received', async () => {
  const old = await newKey('twice');
  const lost = (await rotate(old)).data.rotateExecutorKey;
  expect(lost.expiresAt).toBeNull();
  const received = (await rotate(old)).data.rotateExecutorKey;
  expect(await statusOn(lost.secret)).toEqual([401, 401]);
  expect(works(await statusOn(received.secret))).toBe(true);
});

test.each(['revokeApiKey', 'deleteApiKey'])(
  '%s ends what was to take the key’s place: a thief may have asked for it',
  async (mutation) => {
    const name = `stolen-${mutation.toLowerCase()}`;
    const stolen = await newKey(name);
    const { secret } = (await rotate(stolen)).data.rotateExecutorKey;
    const { apiKeys } = await controlPlane.ask(
      'query($name: String!) { apiKeys(where: { name: { equals: $name } }) { id start } }',
      { name },
    );
    const { id } = apiKeys.find(({ start }: { start: string }) => stolen.startsWith(start));
    await controlPlane.ask(`mutation($id: ID!) { ${mutation}(where: { id: $id }) { id } }`, { id });
    expect(await statusOn(secret)).toEqual([401, 401]);
  },
);

test('many requests that use the new key first all succeed', async () => {
  const old = await newKey('hasty');
  const { secret } = (await rotate(old)).data.rotateExecutorKey;
  const answers = await Promise.all(Array.from({ length: 10 }, () => statusOn(secret)));
  expect(answers.every(works)).toBe(true);
});

test('a key that no executor has used cannot be rotated, nor can a personal one', async () => {
  const unbound = await controlPlane.key('executor');
  expect(codeOf(await rotate(unbound))).toBe('Forbidden');
  expect(codeOf(await rotate(controlPlane.personalKey))).toBe('Forbidden');
});

test('a heartbeat says when the key ends, and when to rotate it: after two thirds of its life, never for one without an end', async () => {
  const termOf = async (key: string, name: string): Promise<(string | null)[]> => {
    const { variables } = JSON.parse(new TestExecutor(controlPlane, key, name).syncBody());
    const asked = 'mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { rotateKeyAt keyExpiresAt } }';
    const { data } = await controlPlane.call(asked, variables, key);
    return [data.syncExecutor.rotateKeyAt, data.syncExecutor.keyExpiresAt];
  };
  const daysLeft = (await termOf(await newKey('ending', 90), 'ending')).map(
    (at) => (Date.parse(at ?? '') - Date.now()) / day,
  );
  expect(daysLeft.map(Math.round)).toEqual([60, 90]);
  expect(await termOf(await newKey('endless'), 'endless')).toEqual([null, null]);
});

test('an executor that cannot rotate its key says why, and people see it', async () => {
  const host = new TestExecutor(controlPlane, await newKey('read-only', 90), 'read-only');
  const warning = async () =>
    (await controlPlane.ask('{ executors(where: { name: { equals: "read-only" } }) { keyWarning } }')).executors;
  await host.sync({ keyWarning: 'the key file cannot be written' });
  expect(await warning()).toEqual([{ keyWarning: 'the key file cannot be written' }]);
  await host.sync();
  expect(await warning()).toEqual([{ keyWarning: null }]);
});

test('a rotation is in the audit log', async () => {
  await rotate(await newKey('audited'));
  const { auditActions } = await controlPlane.ask(
    '{ auditActions(filter: { action: "rotateExecutorKey" }) { edges { node { after } } } }',
  );
  expect(auditActions.edges.at(0).node.after).toMatchObject({ executorName: 'audited' });
  const rows = await opened.database.execute(sql`SELECT count(*) FROM apikey WHERE executor_name = 'audited'`);
  expect((rows as unknown as { rows: { count: string }[] }).rows[0]?.count).toBe('2');
});

const leave = (key: string) => controlPlane.call('mutation { deregisterExecutor }', {}, key);
const executorOf = async (id: string) =>
  (await controlPlane.ask('query($id: ID!) { executor(where: { id: $id }) { status uninstalledAt } }', { id }))
    .executor;

test('an agent that takes its leave is missed by nobody: its executor is uninstalled, with an event, and its key revoked', async () => {
  const key = await newKey('leaving');
  const { data } = await new TestExecutor(controlPlane, key, 'leaving').sync();
  const id = data.syncExecutor.executorId;
  expect(await executorOf(id)).toMatchObject({ status: 'online', uninstalledAt: null });
  expect((await leave(key)).data.deregisterExecutor).toBe(id);
  const { status, uninstalledAt } = await executorOf(id);
  expect(status).toBe('offline');
  expect(Math.abs(Date.parse(uninstalledAt) - Date.now())).toBeLessThan(60_000);
  const { events } = await controlPlane.ask(
    'query($id: String!) { events(filter: { take: 100, kind: $id }) { nodes { message } } }',
    { id: 'executor.uninstalled' },
  );
  expect(events.nodes).toEqual([{ message: expect.stringContaining('The agent of leaving was uninstalled') }]);
  await until('its key is worthless', async () => (await leave(key)).status === 401);

  const again = await newKey('leaving');
  await new TestExecutor(controlPlane, again, 'leaving').sync();
  expect(await executorOf(id)).toMatchObject({ status: 'online', uninstalledAt: null });
});

test('nodes that the operator removed from the host with their data are deleted, and no other ones: the next agent gets none of them', async () => {
  const key = await newKey('emptied');
  const executor = new TestExecutor(controlPlane, key, 'emptied');
  const { executorId } = (await executor.sync()).data.syncExecutor;
  const stranger = new TestExecutor(controlPlane, await newKey('stranger'), 'stranger');
  const nodes = new TestNodes(controlPlane, executorId);
  const [removed, kept] = [await nodes.create('removed'), await nodes.create('kept')];
  const others = new TestNodes(controlPlane, (await stranger.sync()).data.syncExecutor.executorId);
  const foreign = await others.create('foreign');
  const removedNodes = [removed.id, foreign.id, 'no id'];
  const document = 'mutation($removedNodes: [ID!]) { deregisterExecutor(removedNodes: $removedNodes) }';
  expect((await controlPlane.call(document, { removedNodes }, key)).errors).toBeUndefined();
  const again = new TestExecutor(controlPlane, await newKey('emptied'), 'emptied');
  const desired = (await again.sync()).data.syncExecutor.nodes;
  expect(desired.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
  expect((await stranger.sync()).data.syncExecutor.nodes).toHaveLength(1);
  const { events } = await controlPlane.ask(
    '{ events(filter: { take: 100, kind: "node.data-removed" }) { nodes { message } } }',
  );
  expect(events.nodes).toEqual([
    { message: 'The operator of emptied removed removed and its chain data from the host. The node is deleted.' },
  ]);
});

test('the leave of an executor that was deleted names none, and a key that nobody has used has nothing to leave', async () => {
  const key = await newKey('deleted');
  expect((await leave(key)).data.deregisterExecutor).toBeNull();
  const { createApiKey } = await controlPlane.ask(
    'mutation($input: ApiKeyCreateInput!) { createApiKey(input: $input) { secret } }',
    { input: { purpose: 'executor', name: 'unused' } },
  );
  expect(codeOf(await leave(createApiKey.secret))).toBe('Forbidden');
});
