import { beforeAll, describe, expect, test } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { TestNodes } from '../../../harness/nodes.ts';
import { sample as sampleData } from '../../../harness/sample.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';
import { testKeys } from './test-keys.ts';

const inhabited = sharedInhabited();
const { controlPlane, newNode } = inhabited;
const { create, newKey, statuses, untilRefused } = testKeys(controlPlane);
let second: TestExecutor;
beforeAll(async () => {
  second = await TestExecutor.withKey(controlPlane, 'host-2');
  await second.sync();
});

const day = 86_400_000;
/** A key for an executor of this name. */
async function newHostKey(executorName: string, days?: number): Promise<string> {
  const expiresInSeconds = days === undefined ? null : (days * day) / 1000;
  const answer = await create({ purpose: 'executor', name: executorName, executorName, expiresInSeconds });
  return answer.data.createApiKey.secret;
}
/** Asks for events, oldest first. */
const messagesOf = async (kind: string): Promise<string[]> => {
  const document = 'query($kind: String) { events(filter: { kind: $kind, direction: newer }) { nodes { message } } }';
  const { events } = await controlPlane.ask(document, { kind });
  return events.nodes.map(({ message }: { message: string }) => message);
};

describe('the binding of a key', () => {
  test('the first heartbeat binds a key, and a second host learns what to do', async () => {
    const answer = await new TestExecutor(controlPlane, inhabited.executorKey, 'host-3').sync();
    expect(codeOf(answer)).toBe('executor_key_bound');
    expect(answer.errors?.[0]?.message).toMatch(
      /belongs to the executor host-1, so host-3 cannot use it; give host-3 its own key/,
    );
    expect(answer.errors?.[0]?.extensions?.hint).toContain('satrap agent join');
    const { executors } = await controlPlane.ask('{ executors(orderBy: [{ name: asc }]) { name } }');
    expect(executors).toEqual([{ name: 'host-1' }, { name: 'host-2' }]);
  });

  test('one of two hosts that use a new key at once binds it, and the other is refused', async () => {
    const key = await controlPlane.key('executor', 'contested');
    const use = (name: string) => new TestExecutor(controlPlane, key, name).sync();
    const answers = await Promise.all(['left', 'right'].map(use));
    expect(answers.map(codeOf).toSorted()).toEqual(['executor_key_bound', undefined]);
    const { executors } = await controlPlane.ask('{ executors(where: { name: { in: ["left", "right"] } }) { name } }');
    expect(executors).toHaveLength(1);
  });

  test('a refused first heartbeat binds nothing', async () => {
    const key = await controlPlane.key('executor', 'renamed');
    expect(codeOf(await new TestExecutor(controlPlane, key, 'host-1').sync())).toBe('executor_name_in_use');
    expect((await new TestExecutor(controlPlane, key, 'renamed').sync()).errors).toBeUndefined();
  });

  test('a key that was made for an executor is of no use to another', async () => {
    const { createApiKey } = (await create({ purpose: 'executor', executorName: 'planned' })).data;
    expect(createApiKey.apiKey.usage).toEqual({ executorName: 'planned', executor: null });
    const use = (name: string) => new TestExecutor(controlPlane, createApiKey.secret, name).sync();
    expect(codeOf(await use('unplanned'))).toBe('executor_key_bound');
    expect((await use('planned')).errors).toBeUndefined();
  });

  test('rejects what an executor reports for another, and stores the rest', async () => {
    const id = await newNode({ name: 'watched' });
    const sample = second.event({ kind: 'node.sample', nodeId: id, data: sampleData(123_456) });
    const forged = second.event({ executorName: 'host-1', kind: 'test.forged' });
    const own = second.event({ kind: 'test.own' });
    const answer = await second.report([sample, forged, own]);
    expect(answer.data.reportRuntimeEvents).toEqual({
      accepted: 1,
      rejected: [
        { id: sample.id, reason: 'the node is not on host-2' },
        { id: forged.id, reason: 'this API key belongs to the executor host-2, which cannot report for others' },
      ],
    });
    const document = 'query($id: ID!) { node(where: { id: $id }) { metrics { height } } }';
    expect((await controlPlane.ask(document, { id })).node.metrics).toBeNull();
    expect(await messagesOf('test.own')).toHaveLength(1);
    expect(await messagesOf('test.forged')).toEqual([]);
  });

  test('a key that no executor has used yet can report nothing', async () => {
    const unused = await TestExecutor.withKey(controlPlane, 'host-1');
    const answer = await unused.report([unused.event()]);
    expect(codeOf(answer)).toBe('Forbidden');
    expect(answer.errors?.[0]?.message).toContain('send a heartbeat first');
  });

  test('people see which executor uses which key', async () => {
    const { apiKeys, executors } = await controlPlane.ask(`{
      apiKeys(where: { executorName: { equals: "host-2" } }) { usage { executorName executor { name } apiKey { name } } }
      executors(where: { name: { equals: "host-2" } }) { apiKeyUsages { apiKey { name } executorName } } }`);
    const usage = { executorName: 'host-2', apiKey: { name: 'host-2' } };
    expect(apiKeys).toEqual([{ usage: { ...usage, executor: { name: 'host-2' } } }]);
    expect(executors).toEqual([{ apiKeyUsages: [usage] }]);
  });
});

describe('the rotation of a key', () => {
  const rotate = (key: string) => controlPlane.call('mutation { rotateExecutorKey { secret expiresAt } }', {}, key);
  const works = (found: number[]) => found.every((status) => status === 200);

  test('the old key works until the new one’s first use, then on no replica', async () => {
    const old = await newHostKey('rotated', 30);
    expect(works(await statuses(old))).toBe(true);
    const { secret, expiresAt } = (await rotate(old)).data.rotateExecutorKey;
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 30 * day)).toBeLessThan(60_000);
    // An agent that crashed before it stored the new key continues with this one.
    expect(works(await statuses(old))).toBe(true);
    expect((await new TestExecutor(controlPlane, secret, 'rotated').sync()).errors).toBeUndefined();
    await untilRefused(old);
    expect(works(await statuses(secret))).toBe(true);
    expect(codeOf(await new TestExecutor(controlPlane, secret, 'other').sync())).toBe('executor_key_bound');
  });

  test('a second rotation with the old key makes the key worthless that nobody received', async () => {
    const old = await newHostKey('twice');
    const lost = (await rotate(old)).data.rotateExecutorKey;
    expect(lost.expiresAt).toBeNull();
    const received = (await rotate(old)).data.rotateExecutorKey;
    expect(await statuses(lost.secret)).toEqual([401, 401]);
    expect(works(await statuses(received.secret))).toBe(true);
  });

  test.each(['revokeApiKey', 'deleteApiKey'])(
    '%s ends what was to take the key’s place: a thief may have asked for it',
    async (mutation) => {
      const name = `stolen-${mutation.toLowerCase()}`;
      const stolen = await newHostKey(name);
      const { secret } = (await rotate(stolen)).data.rotateExecutorKey;
      const { apiKeys } = await controlPlane.ask('{ apiKeys { id start } }');
      const key = apiKeys.find(({ start }: { start: string }) => stolen.startsWith(start));
      await controlPlane.ask(`mutation($id: ID!) { ${mutation}(where: { id: $id }) { apiKey { id } } }`, {
        id: key.id,
      });
      expect(await statuses(secret)).toEqual([401, 401]);
    },
  );

  test('many requests that use the new key first all succeed', async () => {
    const old = await newHostKey('hasty');
    const { secret } = (await rotate(old)).data.rotateExecutorKey;
    // As many as a key may have in flight at a control plane of any load.
    const answers = await Promise.all(Array.from({ length: 8 }, () => statuses(secret)));
    expect(answers.every(works)).toBe(true);
  });

  test('a key that no executor has used cannot be rotated, nor can a personal one', async () => {
    const unbound = await controlPlane.key('executor');
    expect(codeOf(await rotate(unbound))).toBe('Forbidden');
    expect(codeOf(await rotate(controlPlane.personalKey))).toBe('Forbidden');
  });

  test('a heartbeat says when the key expires and is due for rotation, if it expires', async () => {
    const termOf = async (key: string, name: string): Promise<(string | null)[]> => {
      const { variables } = JSON.parse(new TestExecutor(controlPlane, key, name).syncBody());
      const asked = 'mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { rotateKeyAt keyExpiresAt } }';
      const { data } = await controlPlane.call(asked, variables, key);
      return [data.syncExecutor.rotateKeyAt, data.syncExecutor.keyExpiresAt];
    };
    const daysLeft = (await termOf(await newHostKey('ending', 90), 'ending')).map(
      (at) => (Date.parse(at ?? '') - Date.now()) / day,
    );
    expect(daysLeft.map(Math.round)).toEqual([60, 90]);
    expect(await termOf(await newHostKey('endless'), 'endless')).toEqual([null, null]);
  });
});

describe('the leave of an agent', () => {
  const leave = (key: string) => controlPlane.call('mutation { deregisterExecutor { executorId } }', {}, key);
  const executorOf = async (id: string) =>
    (await controlPlane.ask('query($id: ID!) { executor(where: { id: $id }) { status uninstalledAt } }', { id }))
      .executor;

  test('deregistering uninstalls the executor with an event, and revokes its key', async () => {
    const key = await newHostKey('leaving');
    const { data } = await new TestExecutor(controlPlane, key, 'leaving').sync();
    const id = data.syncExecutor.executorId;
    expect(await executorOf(id)).toMatchObject({ status: 'online', uninstalledAt: null });
    expect((await leave(key)).data.deregisterExecutor).toEqual({ executorId: id });
    const { status, uninstalledAt } = await executorOf(id);
    expect(status).toBe('offline');
    expect(Math.abs(Date.parse(uninstalledAt) - Date.now())).toBeLessThan(60_000);
    expect(await messagesOf('executor.uninstalled')).toEqual([
      expect.stringContaining('The agent of leaving was uninstalled'),
    ]);
    await until('its key is worthless', async () => (await leave(key)).status === 401);

    const again = await newHostKey('leaving');
    await new TestExecutor(controlPlane, again, 'leaving').sync();
    expect(await executorOf(id)).toMatchObject({ status: 'online', uninstalledAt: null });
  });

  test('deletes only nodes that were removed from the host with their data', async () => {
    const key = await newHostKey('emptied');
    const executor = new TestExecutor(controlPlane, key, 'emptied');
    const { executorId } = (await executor.sync()).data.syncExecutor;
    const neighbor = new TestExecutor(controlPlane, await newHostKey('neighbor'), 'neighbor');
    const nodes = new TestNodes(controlPlane, executorId);
    const [removed, kept] = [await nodes.create('removed'), await nodes.create('kept')];
    const others = new TestNodes(controlPlane, (await neighbor.sync()).data.syncExecutor.executorId);
    const foreign = await others.create('foreign');
    const removedNodes = [removed.id, foreign.id, 'no id'];
    const document =
      'mutation($removedNodes: [ID!]) { deregisterExecutor(removedNodes: $removedNodes) { executorId } }';
    expect((await controlPlane.call(document, { removedNodes }, key)).errors).toBeUndefined();
    const again = new TestExecutor(controlPlane, await newHostKey('emptied'), 'emptied');
    const desired = (await again.sync()).data.syncExecutor.nodes;
    expect(desired.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
    expect((await neighbor.sync()).data.syncExecutor.nodes).toHaveLength(1);
    expect(await messagesOf('node.data_removed')).toEqual([
      'The operator of emptied removed removed and its chain data from the host. The node is deleted.',
    ]);
  });

  test('deregistering returns no id for a deleted executor', async () => {
    expect((await leave(await newHostKey('deleted'))).data.deregisterExecutor.executorId).toBeNull();
  });

  test('a key that no executor has used cannot deregister', async () => {
    expect(codeOf(await leave((await newKey({ purpose: 'executor' })).secret))).toBe('Forbidden');
  });
});
