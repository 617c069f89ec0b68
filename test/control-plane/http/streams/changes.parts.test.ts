import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withConnection } from '../../../../src/control-plane/platform/database/connect.ts';
import { EventStream } from '../../../harness/event-stream.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { release } from '../../../harness/release.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedInhabited, sharedReplica } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const inhabited = sharedInhabited();
const replica = sharedReplica(inhabited.controlPlane);
const streams: EventStream[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.leave();
});

interface Named {
  type: string;
  id: string | null;
  revision: number | null;
}

/** Listens on one replica; changes happen on the other. */
async function listen(types: string[] | null = null, key = inhabited.controlPlane.personalKey): Promise<EventStream> {
  const query = 'subscription($types: [ChangeType!]) { changes(types: $types) { type id revision } }';
  const stream = await EventStream.open(replica.url, key, query, { types });
  streams.push(stream);
  await stream.message('the first message', ({ data }) => data?.changes[0]?.type === 'resync');
  return stream;
}

const changesOf = ({ messages }: EventStream): Named[] => messages.slice(1).flatMap(({ data }) => data.changes);
const typesOf = (stream: EventStream) => changesOf(stream).map(({ type }) => type);
const change = (stream: EventStream, type: string, id?: string): Promise<Named> =>
  until(`the change of ${type} ${id}`, () =>
    changesOf(stream).find((named) => named.type === type && (id === undefined || named.id === id)),
  );

test('a stream has no content coding, which none would not be', async () => {
  const { headers } = await listen();
  expect([headers.get('content-type'), headers.get('content-encoding')]).toEqual(['text/event-stream', null]);
});

test('a node that is made or changed on another replica is named with its revision', async () => {
  const stream = await listen();
  const id = await inhabited.newNode({ name: 'made' });
  expect(await change(stream, 'node', id)).toEqual({ type: 'node', id, revision: 1 });
  await inhabited.controlPlane.ask(
    'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: restart) { node { id } } }',
    { id },
  );
  await until('the restart is named', () => changesOf(stream).some(({ revision }) => revision === 2));
});

test('a heartbeat names the nodes of which it reports something new, and no others', async () => {
  const [first, second] = [await inhabited.newNode({ name: 'first' }), await inhabited.newNode({ name: 'second' })];
  const observed = (id: string, phase: string) => ({ id, phase, since: '2026-01-01T00:00:00.000Z' });
  const nodes = [observed(first, 'running'), observed(second, 'running')];
  // The replica receives a change a moment later: once it has named this one, earlier ones are past.
  const former = await listen();
  await inhabited.host.sync({ nodes });
  await Promise.all([change(former, 'node', first), change(former, 'node', second)]);
  const stream = await listen();
  await inhabited.host.sync({ nodes });
  await inhabited.host.sync({ nodes: [observed(first, 'running'), observed(second, 'failing')] });
  await change(stream, 'node', second);
  expect(changesOf(stream)).toEqual([{ type: 'node', id: second, revision: null }]);
});

test('names an executor with a new description, and a new one’s event', async () => {
  const { controlPlane, host, executorId } = inhabited;
  const [stream, ofNodes] = [await listen(), await listen(['node'])];
  await host.sync({ version: '1.0.1' });
  await change(stream, 'executor', executorId);
  expect(typesOf(stream)).toEqual(['executor']);
  const another = (await (await TestExecutor.withKey(controlPlane, 'another')).sync()).data.syncExecutor.executorId;
  await change(stream, 'executor', another);
  await change(stream, 'event');
  await change(ofNodes, 'node', await inhabited.newNode({ name: 'wanted' }));
  expect(typesOf(ofNodes)).toEqual(['node']);
});

test('events are named without an id, and samples not at all', async () => {
  const { host } = inhabited;
  const stream = await listen();
  await host.report([host.event({ kind: 'node.sample', data: {} })]);
  await host.report([host.event({})]);
  expect(await change(stream, 'event')).toEqual({ type: 'event', id: null, revision: null });
  expect(changesOf(stream)).toHaveLength(1);
});

test('names a node with a new block, unless it downloads the chain', async () => {
  const { host } = inhabited;
  const [synced, downloads, last] = [
    await inhabited.newNode({ name: 'synced' }),
    await inhabited.newNode({ name: 'downloads' }),
    await inhabited.newNode({ name: 'last' }),
  ];
  const stream = await listen(['block']);
  const report = (nodeId: string, height: number, more = {}) =>
    host.report([host.event({ kind: 'node.sample', nodeId, data: sample(height, more) })]);
  await report(synced, 7);
  await change(stream, 'block', synced);
  await report(synced, 7);
  await report(downloads, 8, { initialBlockDownload: true });
  await report(last, 9);
  await change(stream, 'block', last);
  expect(changesOf(stream)).toEqual([synced, last].map((id) => ({ type: 'block', id, revision: null })));
});

test('another organization hears nothing, and its members nothing of API keys', async () => {
  const { controlPlane, stranger } = inhabited;
  const [ofMember, ours] = [await listen(null, stranger.memberKey), await listen()];
  await controlPlane.key('executor', 'made meanwhile');
  await change(ours, 'api_key');
  const theirs = await listen(null, stranger.personalKey);
  const create = 'mutation { createApiKey(data: { purpose: personal, name: "theirs" }) { secret } }';
  await controlPlane.ask(create, {}, stranger.personalKey);
  await change(theirs, 'api_key');
  expect(changesOf(ofMember)).toEqual([]);
  expect(changesOf(ours)).toHaveLength(1);
});

test('names a person who signs up by an invitation, and the used invitation', async () => {
  const stream = await listen();
  const { inviteMember } = await inhabited.controlPlane.ask(
    'mutation { inviteMember(data: { email: "joins@example.com" }) { token invitation { id } } }',
  );
  await change(stream, 'invitation', inviteMember.invitation.id);
  const input = { name: 'Joins', password: crypto.randomUUID(), invitationToken: inviteMember.token };
  await inhabited.controlPlane.ask(
    'mutation($input: SignUpInput!) { signUp(data: $input) { person { id } } }',
    { input },
    null,
  );
  await change(stream, 'member');
  await until(
    'the invitation is named again',
    () => typesOf(stream).filter((type) => type === 'invitation').length >= 2,
  );
});

test('one stream too many of a key is refused until another one is left', async () => {
  const key = await inhabited.controlPlane.key('personal', 'many windows');
  const open = await Promise.all(Array.from({ length: 20 }, () => listen(['executor'], key)));
  expect(codeOf(await replica.call('subscription { changes { type } }', {}, key))).toBe('limit_reached');
  open[0]?.leave();
  await until('there is room again', async () => {
    const stream = await EventStream.open(replica.url, key, 'subscription { changes { type } }');
    streams.push(stream);
    const { data } = await stream.message('an answer', () => true);
    return data?.changes !== undefined;
  });
});

test('a stream whose replica lost its bus is told to fetch everything', async () => {
  const stream = await listen();
  await withConnection(inhabited.controlPlane.settings.databaseUrl ?? '', (client) =>
    client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'satrap bus' AND datname = current_database()",
    ),
  );
  await change(stream, 'resync');
  await until('it is renewed, because the end of its key may have been missed', () => stream.ended);
});

test('a release is named to the people of every organization', async () => {
  const streams = [await listen(), await listen(['release'], inhabited.stranger.personalKey)];
  const { id } = (
    await inhabited.controlPlane.ask(
      'mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { release { id } } }',
      { data: release('0.9.0') },
    )
  ).createExecutorRelease.release;
  for (const stream of streams)
    expect(await change(stream, 'release', id)).toEqual({ type: 'release', id, revision: null });
});

describe('nudges', () => {
  let host: TestExecutor;
  let executorId: string;
  const sync = async () => (await host.sync()).data.syncExecutor;
  beforeEach(async () => {
    host = await TestExecutor.withKey(inhabited.controlPlane, `nudged-${randomUUID()}`);
    executorId = (await sync()).executorId;
  });

  /** The agent listens to one replica, and people use the other. */
  const listenAs = async (url = replica.url) => {
    const { revision } = await sync();
    const query = `subscription { executorNudges(name: "${host.name}", knownRevision: ${revision}) { at } }`;
    const stream = await EventStream.open(url, host.key, query);
    streams.push(stream);
    return stream;
  };
  const nudge = (stream: EventStream) => stream.message('a nudge', ({ data }) => data.executorNudges !== null);

  test('a change or log request at one replica nudges an agent of another', async () => {
    const { controlPlane } = inhabited;
    const both = [await listenAs(), await listenAs(controlPlane.url)];
    const id = await inhabited.newNode({ name: host.name, executorId });
    for (const stream of both) await nudge(stream);
    const stream = await listenAs();
    await controlPlane.ask(
      'mutation($id: ID!) { openAgentRequest(where: { id: $id }, data: { log: {} }) { request { id } } }',
      {
        id,
      },
    );
    await nudge(stream);
  });

  test('a stream starts with a nudge after a change or request, else waits for one', async () => {
    const { controlPlane } = inhabited;
    const stale = (await sync()).revision;
    const id = await inhabited.newNode({ name: host.name, executorId });
    const query = `subscription { executorNudges(name: "${host.name}", knownRevision: ${stale}) { at } }`;
    const current = await listenAs();
    const missed = await EventStream.open(replica.url, host.key, query);
    streams.push(missed);
    await nudge(missed);
    expect(current.messages).toEqual([]);
    await controlPlane.ask(
      'mutation($id: ID!) { openAgentRequest(where: { id: $id }, data: { log: {} }) { request { id } } }',
      {
        id,
      },
    );
    await nudge(await listenAs());
  });

  test('a stream ends on every replica when its API key is deleted on one', async () => {
    const { controlPlane } = inhabited;
    const both = [await listenAs(), await listenAs(controlPlane.url)];
    // The newest first.
    const { apiKeys } = await controlPlane.ask('{ apiKeys { id } }');
    await controlPlane.ask('mutation($id: ID!) { deleteApiKey(where: { id: $id }) { apiKey { id } } }', {
      id: apiKeys[0].id,
    });
    await until('both have ended', () => both.every(({ ended }) => ended));
    expect((await replica.call('{ executors { id } }', {}, host.key)).status).toBe(401);
  });

  test('a stream ends on every replica when its executor is deleted', async () => {
    const stream = await listenAs();
    const deletion = 'mutation($id: ID!) { deleteExecutor(where: { id: $id }) { executor { id } } }';
    await inhabited.controlPlane.ask(deletion, { id: executorId });
    await until('it has ended', () => stream.ended);
  });
});
