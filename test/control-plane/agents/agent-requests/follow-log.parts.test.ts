import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { EventStream } from '../../../harness/event-stream.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { type Replica, startReplica } from '../../../harness/replica.ts';
import { until } from '../../../harness/until.ts';

let inhabited: Inhabited;
let replica: Replica;
const streams: EventStream[] = [];

beforeAll(async () => {
  inhabited = await startInhabited({});
  replica = await startReplica(inhabited.controlPlane);
  await inhabited.host.sync();
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.leave();
});
afterAll(async () => {
  await replica?.close();
  await inhabited?.controlPlane.destroy();
});

const open = (id: string, more = 'follow: true') =>
  inhabited.controlPlane.call(
    `mutation($id: ID!) { openNodeLogSession(where: { id: $id }, tail: 5, ${more}) { id status } }`,
    { id },
  );
async function follow(name: string): Promise<string> {
  const { id, status } = (await open(await inhabited.newNode({ name }))).data.openNodeLogSession;
  expect(status).toBe('following');
  return id;
}
/** The reader is on one replica, the agent on another one. */
async function read(sessionId: string, key = inhabited.controlPlane.personalKey): Promise<EventStream> {
  const query = 'subscription($id: ID!) { nodeLog(sessionId: $id) { sequence lines dropped notice } }';
  const stream = await EventStream.open(replica.url, key, query, { id: sessionId });
  streams.push(stream);
  return stream;
}
const report = async (sessionId: string, sequence: number, lines: string[], more: object = {}, key?: string) =>
  (await inhabited.host.answer(sessionId, { chunk: { sequence, lines, ...more } }, key)).data.answerAgentRequest;
const request = async (sessionId: string) =>
  (await inhabited.host.requests()).find(({ id, kind }) => id === sessionId && kind === 'follow_log')?.args;
const linesOf = (stream: EventStream): string[] =>
  stream.messages.flatMap(({ data }) => (data?.nodeLog?.lines as string[] | undefined) ?? []);

const taken = { isTaken: true, isOpen: true };

test('lines that an agent brings to one replica reach their reader on another one, in order', async () => {
  const session = await follow('followed');
  expect(await request(session)).toEqual({ tail: 5, since: null, nextChunk: 0, position: null });
  const stream = await read(session);
  expect(await report(session, 0, ['one', 'two'])).toEqual(taken);
  await until('the first lines are here', () => linesOf(stream).length === 2);
  expect(await report(session, 1, ['three'], { dropped: 7, notice: 'the node stopped', position: 'here' })).toEqual(
    taken,
  );
  await until('the next line is here', () => linesOf(stream).length === 3);
  expect(linesOf(stream)).toEqual(['one', 'two', 'three']);
  expect(stream.messages[1].data.nodeLog).toEqual({
    sequence: 1,
    lines: ['three'],
    dropped: 7,
    notice: 'the node stopped',
  });
  expect(await request(session)).toMatchObject({ nextChunk: 2, position: 'here' });
});

test('an agent is held back while its reader does not read, and goes on when it does', async () => {
  const session = await follow('unread');
  for (let sequence = 0; sequence < 4; sequence++) expect(await report(session, sequence, ['line'])).toEqual(taken);
  expect(await report(session, 4, ['too much'])).toEqual({ isTaken: false, isOpen: true });
  const stream = await read(session);
  await until('the reader has what there was', () => linesOf(stream).length === 4);
  expect(await report(session, 4, ['now'])).toEqual(taken);
});

test('a chunk whose answer was lost is not shown twice, and one that skips others is not taken', async () => {
  const session = await follow('repeated');
  expect(await report(session, 0, ['once'])).toEqual(taken);
  expect(await report(session, 0, ['once'])).toEqual(taken);
  expect(await report(session, 2, ['ahead'])).toEqual({ isTaken: false, isOpen: false });
  const stream = await read(session);
  expect(await report(session, 1, ['last'])).toEqual(taken);
  await until('the last line is here', () => linesOf(stream).includes('last'));
  expect(linesOf(stream)).toEqual(['once', 'last']);
});

test('a session that nobody watches for 30 seconds is over', async () => {
  const session = await follow('unwatched');
  const client = new pg.Client({ connectionString: inhabited.controlPlane.settings.databaseUrl });
  await client.connect();
  const past = "awaited_until = awaited_until - interval '31 seconds', expires_at = expires_at - interval '31 seconds'";
  await client.query(`UPDATE agent_request SET ${past} WHERE id = $1`, [session]);
  await client.end();
  expect(await request(session)).toBeUndefined();
  expect(await report(session, 0, ['unheard'])).toEqual({ isTaken: false, isOpen: false });
  const stream = await read(session);
  const [{ errors }] = await until('an answer', () => stream.messages.length > 0 && stream.messages);
  expect(errors[0].extensions.code).toBe('Forbidden');
});

test('a second reader of a session ends the first', async () => {
  const session = await follow('shared');
  const first = await read(session);
  await report(session, 0, ['one']);
  await until('the first reads', () => linesOf(first).length === 1);
  const second = await read(session);
  await until('the first has ended', () => first.ended);
  await report(session, 1, ['two']);
  await until('the second reads', () => linesOf(second).length === 1);
});

test('a reader of another organization gets nothing, and an executor of another one brings nothing', async () => {
  const session = await follow('secret');
  const stream = await read(session, inhabited.stranger.personalKey);
  const [{ errors }] = await until('an answer', () => stream.messages.length > 0 && stream.messages);
  expect(errors[0].extensions.code).toBe('Forbidden');
  const { controlPlane } = inhabited;
  const { TestExecutor } = await import('../../../harness/executor.ts');
  const key = await controlPlane.key('executor', 'neighbor');
  await new TestExecutor(controlPlane, key, 'neighbor').sync();
  expect(await report(session, 0, ['forged'], {}, key)).toEqual({ isTaken: false, isOpen: false });
});

test('only so many logs of a node are followed at once', async () => {
  const id = await inhabited.newNode({ name: 'much-followed' });
  const answers = [];
  for (let count = 0; count < 21; count++) answers.push(codeOf(await open(id)));
  expect(answers).toEqual([...Array(20).fill(undefined), 'limit_reached']);
});
