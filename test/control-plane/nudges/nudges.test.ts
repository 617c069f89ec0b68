import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readSecret } from '../../../src/control-plane/accounts/secret-file.ts';
import { openDatabase } from '../../../src/control-plane/database/open.ts';
import { buildServer } from '../../../src/control-plane/graphql/server.ts';
import { Nudges } from '../../../src/control-plane/nudges/nudges.ts';
import { quiet, TestControlPlane } from '../../harness/control-plane.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { until } from '../../harness/until.ts';

// The server stands in this process, so that its streams can be counted.
let controlPlane: TestControlPlane;
let executorKey: string;
let host: TestExecutor;
let executorId: string;
let close: (() => Promise<void>) | undefined;

async function serve(nudges: Nudges): Promise<void> {
  const { settings } = controlPlane;
  const { database, close: closeDatabase } = await openDatabase(settings, quiet);
  const secret = readSecret(settings.dataDir);
  const server = buildServer({ database, secret, nudges, settings, log: quiet });
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  expect((server.address() as AddressInfo).port).toBe(settings.port);
  close = async () => {
    server.closeAllConnections();
    server.close();
    await closeDatabase();
  };
  executorKey = await controlPlane.key('executor', 'nudged');
  host = new TestExecutor(controlPlane, executorKey, `host-${randomUUID()}`);
  executorId = (await host.sync()).data.syncExecutor.executorId;
}

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  await controlPlane.stop();
});
afterEach(async () => {
  await close?.();
  close = undefined;
});
afterAll(() => controlPlane?.destroy());

/** Opens a stream of nudges; `received` grows with what it carries. */
async function listen() {
  const leaving = new AbortController();
  const response = await fetch(controlPlane.url, {
    method: 'POST',
    signal: leaving.signal,
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${executorKey}`,
    },
    body: JSON.stringify({ query: `subscription { executorNudges(name: "${host.name}") { at } }` }),
  });
  const stream = { received: '', ended: false, leave: () => leaving.abort() };
  const read = async () => {
    for await (const chunk of response.body ?? []) stream.received += Buffer.from(chunk).toString();
    stream.ended = true;
  };
  read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return stream;
}

const createNode = (name: string) =>
  controlPlane.ask('mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }', {
    data: { name, executorId, network: 'regtest' },
  });

test('a stream carries a nudge after a change, and nothing of it is left once its agent has gone', async () => {
  const nudges = new Nudges();
  await serve(nudges);
  const streams = await Promise.all(Array.from({ length: 5 }, listen));
  expect(nudges.size).toBe(5);
  await createNode('one');
  await until('every stream has a nudge', () => streams.every(({ received }) => received.includes('executorNudges')));
  for (const stream of streams) stream.leave();
  await until('nothing is left, without another nudge', () => nudges.size === 0);
});

test('a stream ends when its API key is deleted, and carries nothing more', async () => {
  const nudges = new Nudges();
  await serve(nudges);
  const stream = await listen();
  // The newest first.
  const { apiKeys } = await controlPlane.ask('{ apiKeys { id name } }');
  const { id } = apiKeys.find(({ name }: { name: string }) => name === 'nudged');
  await controlPlane.ask('mutation($id: ID!) { deleteApiKey(where: { id: $id }) { id } }', { id });
  await until('it has ended', () => stream.ended);
  expect(nudges.size).toBe(0);
  await createNode('unheard');
  expect(stream.received).not.toContain('executorNudges');
});

test('a stream ends when its executor is deleted, so that the agent connects under the new id', async () => {
  const nudges = new Nudges();
  await serve(nudges);
  const stream = await listen();
  await controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { id } }', { id: executorId });
  await until('it has ended', () => stream.ended);
});

test('a stream ends by itself at its maximum age', async () => {
  const nudges = new Nudges(300);
  await serve(nudges);
  const stream = await listen();
  await until('it has ended', () => stream.ended);
  expect(nudges.size).toBe(0);
});

test('of the nudges that are not read, one is kept', async () => {
  const nudges = new Nudges();
  const stream = nudges.listen('executor', 'key');
  for (let count = 0; count < 5000; count++) nudges.nudge('executor');
  expect((await stream.next()).done).toBe(false);
  const waiting = stream.next();
  nudges.endOfKey('key');
  expect((await waiting).done).toBe(true);
});

test('a key has at most five streams of one executor; the oldest one ends for a sixth', async () => {
  const nudges = new Nudges();
  const [oldest, ...others] = Array.from({ length: 5 }, () => nudges.listen('executor', 'key'));
  nudges.listen('executor', 'other key');
  nudges.listen('other executor', 'key');
  expect(nudges.size).toBe(7);
  nudges.listen('executor', 'key');
  expect(nudges.size).toBe(7);
  expect((await oldest?.next())?.done).toBe(true);
  nudges.nudge('executor');
  for (const stream of others) expect((await stream.next()).done).toBe(false);
});
