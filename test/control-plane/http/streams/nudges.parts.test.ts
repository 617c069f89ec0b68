import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Nudges } from '../../../../src/control-plane/http/streams/nudges.ts';
import type { ExecutorCaller } from '../../../../src/control-plane/request/caller.ts';
import { OpenStreams } from '../../../../src/control-plane/request/streams/open-streams.ts';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { EventStream } from '../../../harness/event-stream.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { type Replica, startReplica } from '../../../harness/replica.ts';
import { until } from '../../../harness/until.ts';

let controlPlane: TestControlPlane;
let replica: Replica;
let executorKey: string;
let host: TestExecutor;
let executorId: string;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  replica = await startReplica(controlPlane);
});
afterAll(async () => {
  await replica?.close();
  await controlPlane?.destroy();
});

async function newHost(): Promise<void> {
  executorKey = await controlPlane.key('executor', `key-${randomUUID()}`);
  host = new TestExecutor(controlPlane, executorKey, `host-${randomUUID()}`);
  executorId = (await host.sync()).data.syncExecutor.executorId;
}

/** The agent listens to one replica, and people use the other. */
const listen = (url = replica.url) =>
  EventStream.open(url, executorKey, `subscription { executorNudges(name: "${host.name}") { at } }`);

const createNode = (name: string) =>
  controlPlane.ask('mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }', {
    data: { name, executorId, network: 'regtest' },
  });

test('a change made on one replica nudges the agent that listens to another one', async () => {
  await newHost();
  const streams = [await listen(), await listen(controlPlane.url)];
  await createNode('one');
  for (const stream of streams) await stream.message('a nudge', ({ data }) => data.executorNudges !== null);
  for (const stream of streams) stream.leave();
});

test('a log request nudges the agent', async () => {
  await newHost();
  const { createNode: created } = await createNode('logged');
  const stream = await listen();
  await controlPlane.ask('mutation($id: ID!) { openNodeLogSession(where: { id: $id }) { id } }', { id: created.id });
  await stream.message('a nudge', ({ data }) => data.executorNudges !== null);
  stream.leave();
});

test('a stream ends on every replica when its API key is deleted on one, and carries nothing more', async () => {
  await newHost();
  const streams = [await listen(), await listen(controlPlane.url)];
  // The newest first.
  const { apiKeys } = await controlPlane.ask('{ apiKeys { id } }');
  await controlPlane.ask('mutation($id: ID!) { deleteApiKey(where: { id: $id }) { id } }', { id: apiKeys[0].id });
  await until('both have ended', () => streams.every(({ ended }) => ended));
  const refused = await replica.call('{ executors { id } }', {}, executorKey);
  expect(refused.status).toBe(401);
});

test('a stream ends on every replica when its executor is deleted, so that the agent connects under the new id', async () => {
  await newHost();
  const stream = await listen();
  await controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { id } }', { id: executorId });
  await until('it has ended', () => stream.ended);
});

const caller: ExecutorCaller = {
  purpose: 'executor',
  executorName: 'host',
  rotateKeyAt: null,
  credential: { type: 'apiKey', id: 'key' },
  organizationId: 'o',
  organizationName: 'O',
};

test('of the nudges that are not read, one is kept', async () => {
  const streams = new OpenStreams();
  const nudges = new Nudges(streams);
  const stream = nudges.listen('executor', caller);
  for (let count = 0; count < 5000; count++) nudges.onMessage({ kind: 'nudge', executorId: 'executor' });
  expect((await stream.next()).done).toBe(false);
  const waiting = stream.next();
  nudges.onMessage({ kind: 'nudge', executorId: 'another' });
  streams.end();
  expect((await waiting).done).toBe(true);
});

test('after a gap every agent is nudged, because a nudge may have been missed', async () => {
  const nudges = new Nudges(new OpenStreams());
  const stream = nudges.listen('executor', caller);
  nudges.onGap();
  expect((await stream.next()).done).toBe(false);
});

test('a key has at most five streams of one executor; the oldest one ends for a sixth', async () => {
  const streams = new OpenStreams();
  const nudges = new Nudges(streams);
  const [oldest, ...others] = Array.from({ length: 5 }, () => nudges.listen('executor', caller));
  nudges.listen('executor', { ...caller, credential: { type: 'apiKey', id: 'other key' } });
  nudges.listen('other executor', caller);
  expect(streams.size).toBe(7);
  nudges.listen('executor', caller);
  expect(streams.size).toBe(7);
  expect((await oldest?.next())?.done).toBe(true);
  nudges.onMessage({ kind: 'nudge', executorId: 'executor' });
  for (const stream of others) expect((await stream.next()).done).toBe(false);
});
