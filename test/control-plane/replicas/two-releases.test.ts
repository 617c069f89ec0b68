import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { checkOut, presentRelease, type Release } from '../../harness/check-out.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { TestNodes } from '../../harness/nodes.ts';
import { sample } from '../../harness/sample.ts';
import { UpgradableControlPlane } from '../../upgrade/control-plane.ts';

/** The last commit before the control plane had people, incidents, an audit log and months of events. */
const formerSchemaCommit = '93a7cd046987378b5dded93dedc524c220c4552b';

let formerRelease: Release & AsyncDisposable;
let former: UpgradableControlPlane;
let present: UpgradableControlPlane;
let key: string;

beforeAll(async () => {
  formerRelease = await checkOut(formerSchemaCommit);
  former = await UpgradableControlPlane.init(formerRelease, inject('postgresUrl'));
  await former.serve(formerRelease);
  key = await former.requestKey('executor');
  await beat(former, { knownRevision: null });
  await new TestNodes(former, (await beat(former)).executorId).create('from-before');
  present = await former.serveBeside(presentRelease);
}, 400_000);
afterAll(async () => {
  await present?.destroy();
  await former?.destroy();
  await formerRelease?.[Symbol.asyncDispose]();
});

const instanceId = randomUUID();
const name = 'host';

/** A heartbeat, in what both releases know. */
async function beat(server: UpgradableControlPlane, more: object = {}) {
  const amount = { total: 1_000_000, usedByNodes: 0, free: 1_000_000 };
  const { syncExecutor } = await server.ask(
    `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) {
      executorId revision nodes { id name restartCounter } logRequests { sessionId nodeId tail } } }`,
    {
      input: {
        ...{ name, kind: 'docker', version: '1.0.0', channel: 'stable', instanceId, knownRevision: null, nodes: [] },
        capabilities: {
          clients: [{ client: 'bitcoind', version: '28.1', image: 'example/bitcoin:28.1' }],
          networks: ['regtest'],
          nodeTypes: ['full'],
        },
        resources: { cpuCores: { ...amount, total: 64, free: 64 }, memoryMiB: amount, diskMiB: amount },
        ...more,
      },
    },
    key,
  );
  return syncExecutor;
}

async function report(server: UpgradableControlPlane, events: object[]) {
  const host = new TestExecutor(server, key, name);
  const answer = await host.report(events.map((event) => host.event(event)));
  expect(answer.errors).toBeUndefined();
  expect(answer.data.reportRuntimeEvents).toEqual({ accepted: events.length, rejected: [] });
}

const servers = () => [former, present] as const;

describe.each([
  ['former', 'present', () => servers()],
  ['present', 'former', () => servers().toReversed() as [UpgradableControlPlane, UpgradableControlPlane]],
])('while both releases serve one database, what happens on the %s one is known on the %s one', (on, _other, order) => {
  let here: UpgradableControlPlane;
  let there: UpgradableControlPlane;
  let executorId: string;
  beforeEach(async () => {
    [here, there] = order();
    ({ executorId } = await beat(here));
  });

  test('a node that is created and restarted on one release reaches the agent of the other one', async () => {
    const nodes = new TestNodes(here, executorId);
    const { id } = await nodes.create(`created-on-${on}`);
    await nodes.act(id, 'restart');
    const answer = await beat(there);
    expect(answer.nodes).toContainEqual({ id, name: `created-on-${on}`, restartCounter: 1 });
    expect((await beat(here)).revision).toBe(answer.revision);
    await nodes.delete(id, 'keep');
    await beat(there, { nodes: [{ id, phase: 'deleted', since: new Date().toISOString() }] });
    expect(await nodes.get(id)).toBeNull();
  });

  test('events and samples that are reported to one release are shown by the other one', async () => {
    const { id } = await new TestNodes(here, executorId).create(`sampled-on-${on}`);
    await report(here, [
      { nodeId: id, message: `happened on ${on}` },
      { nodeId: id, kind: 'node.sample', data: sample(7) },
    ]);
    const { events } = await there.ask('{ events { nodes { message } } }');
    expect(events.nodes).toContainEqual({ message: `happened on ${on}` });
    expect((await new TestNodes(there, executorId).get(id))?.metrics?.height).toBe(7);
  });

  test('a log session that is opened on one release is answered through the other one', async () => {
    const { id } = await new TestNodes(here, executorId).create(`logged-on-${on}`);
    await beat(here, { nodes: [{ id, phase: 'running', since: new Date().toISOString() }] });
    const { openNodeLogSession } = await here.ask(
      'mutation($id: ID!) { openNodeLogSession(where: { id: $id }, tail: 5) { id } }',
      { id },
    );
    const sessionId = openNodeLogSession.id;
    const { logRequests } = await beat(there);
    expect(logRequests).toContainEqual({ sessionId, nodeId: id, tail: 5 });
    const input = { sessionId, lines: ['a line'] };
    await there.ask('mutation($input: NodeLogsInput!) { reportNodeLogs(input: $input) }', { input }, key);
    const { nodeLogSession } = await here.ask(
      'query($id: ID!) { nodeLogSession(where: { id: $id }) { status lines } }',
      {
        id: sessionId,
      },
    );
    expect(nodeLogSession).toEqual({ status: 'ready', lines: ['a line'] });
  });
});

test('the former release goes on with the migrated database, but does not start on it again', async () => {
  expect((await beat(former)).nodes.map((node: { name: string }) => node.name)).toContain('from-before');
  await former.stop();
  await expect(former.serve(formerRelease)).rejects.toThrow('a later release of Satrap has migrated this database');
});
