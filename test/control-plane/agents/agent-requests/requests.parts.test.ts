import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inKindField } from '../../../../src/contract/kind-fields.ts';
import { maxRpcResultBytes } from '../../../../src/contract/limits.ts';
import { requestExpiryJob } from '../../../../src/control-plane/agents/agent-requests/limits.ts';
import { EventStream } from '../../../harness/event-stream.ts';
import { type AskedRequest, TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sharedDatabase, sharedInhabited, sharedReplica } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const inhabited = sharedInhabited();
const { controlPlane, host, stranger } = inhabited;
const database = sharedDatabase(controlPlane);
const replica = sharedReplica(controlPlane);
let neighborKey: string;
beforeAll(async () => {
  neighborKey = await controlPlane.key('executor', 'neighbor');
  await new TestExecutor(controlPlane, neighborKey, 'neighbor').sync();
});

/** Small, so that the host has room for all of them. */
const newNode = (name: string) => inhabited.newNode({ name, resources: { cpuCores: 0.1, memoryMiB: 256, diskGiB: 1 } });
const ask = (id: string, kind: string, args: object = {}) =>
  controlPlane.call(
    'mutation($id: ID!, $data: AgentRequestInput!) { openAgentRequest(where: { id: $id }, data: $data) { request { id status } } }',
    { id, data: inKindField(kind, args) },
  );
const open = (id: string) => ask(id, 'log', { tail: 3 });
const call = (id: string) => ask(id, 'rpc', { method: 'getblockhash', params: ['7'] });
const newCall = async (name: string): Promise<string> =>
  (await call(await newNode(name))).data.openAgentRequest.request.id;
const found = async (id: string) => {
  const document = `query($id: ID!) { agentRequest(where: { id: $id }) { nodeId kind
    args { log { tail from to } rpc { method params } } status result { log rpc } error } }`;
  return (await controlPlane.ask(document, { id })).agentRequest;
};
const requestsOf = async (nodeId: string): Promise<AskedRequest[]> =>
  (await host.requests()).filter((request) => request.nodeId === nodeId);

test.each<[string, object, object, unknown]>([
  ['log', { tail: 3 }, { tail: 3, from: null, to: null }, ['one', 'two']],
  ['log', { from: '2026-01-31T13:00:00+01:00' }, { tail: 200, from: '2026-01-31T12:00:00.000Z', to: null }, []],
  ['log', { to: '2026-01-31T13:00:00+01:00' }, { tail: 200, from: null, to: '2026-01-31T12:00:00.000Z' }, []],
  ['rpc', { method: 'getblockhash', params: ['7'] }, { method: 'getblockhash', params: ['7'] }, '"00ab"'],
  ['rpc', { method: 'uptime' }, { method: 'uptime', params: [] }, '7'],
])('delivers a request of kind %s with arguments %j until it is answered, once', async (kind, input, args, result) => {
  const nodeId = await newNode(`asked-${crypto.randomUUID()}`);
  const { id, status } = (await ask(nodeId, kind, input)).data.openAgentRequest.request;
  expect(status).toBe('pending');
  expect(await requestsOf(nodeId)).toEqual([
    {
      id,
      nodeId,
      kind,
      args: { ...{ log: null, followLog: null, rpc: null, chain: null }, ...inKindField(kind, args) },
    },
  ]);
  const typed = { log: null, rpc: null, ...inKindField(kind, args) };
  expect(await found(id)).toEqual({ nodeId, kind, args: typed, status: 'pending', result: null, error: null });
  const answer = { result: inKindField(kind, result) };
  const { data } = await host.answer(id, answer);
  expect(data.answerAgentRequest).toEqual({ isTaken: true, isOpen: false });
  expect(await found(id)).toMatchObject({ status: 'done', ...answer, error: null });
  expect(await requestsOf(nodeId)).toEqual([]);
  for (const key of [host.key, neighborKey, stranger.executorKey])
    expect(codeOf(await host.answer(id, answer, key))).toBe('Forbidden');
  expect(await found(id)).toMatchObject(answer);
});

test.each([
  ['a failure', { error: 'Block height out of range' }, 'Block height out of range'],
  [
    'an answer that is too large',
    { result: { rpc: JSON.stringify('x'.repeat(maxRpcResultBytes)) } },
    /larger than a MiB/,
  ],
  ['an answer of another kind', { result: { log: ['a line'] } }, /no result of the kind rpc/],
  ['nothing', {}, /no result of the kind rpc/],
])('%s of the agent fails the call', async (name, outcome, error) => {
  const id = await newCall(`failing-${name.replaceAll(' ', '-')}`);
  await host.answer(id, outcome);
  const answered = await found(id);
  expect(answered).toMatchObject({ status: 'failed', result: null });
  expect(answered.error).toMatch(error);
});

describe('an answer that does not fit the schema', () => {
  test.each<[string, object, RegExp]>([
    ['a result of another type', { result: { rpc: 7 } }, /result\.rpc: must be a string/],
    ['two results', { result: { rpc: '7', log: ['a line'] } }, /result: must .*one/],
    ['an unknown result', { result: { other: '7' } }, /other/],
    ['an incomplete result', { result: { chain: { tip: { height: 7 }, blocks: [] } } }, /tip\.hash: is required/],
    ['an error of another type', { error: ['no'] }, /error: must be a string/],
    ['a faulty chunk', { chunk: { lines: ['a line'] } }, /chunk\.sequence: is required/],
    ['a large result with a fault', { result: { log: [...Array(6000).fill('a line'), 7] } }, /must be a string/],
  ])('fails the request at once: %s', async (name, answer, reason) => {
    const id = await newCall(`unfit-${name.replaceAll(' ', '-')}`);
    expect(codeOf(await host.answer(id, answer))).toBe('invalid_input');
    const { status, error } = await found(id);
    expect(status).toBe('failed');
    expect(error).toMatch(/^the agent returned an invalid answer: /);
    expect(error).toMatch(reason);
    expect((await host.requests()).map((request) => request.id)).not.toContain(id);
  });

  test('fails only its own request, also if the document has it inline', async () => {
    const [faulty, valid] = [await newCall('spelled-out'), await newCall('spelled-out-beside')];
    const document = `mutation { valid: answerAgentRequest(data: { id: "${valid}", result: { rpc: "7" } }) { isTaken }
      faulty: answerAgentRequest(data: { id: "${faulty}", result: { rpc: 7 } }) { isTaken } }`;
    expect(codeOf(await controlPlane.call(document, {}, host.key))).toBe('invalid_input');
    expect((await found(faulty)).status).toBe('failed');
    expect((await found(valid)).status).toBe('pending');
  });

  test('from another executor leaves the request open', async () => {
    const id = await newCall('unfit-of-another');
    for (const key of [neighborKey, stranger.executorKey, controlPlane.personalKey])
      expect((await host.answer(id, { result: { rpc: 7 } }, key)).errors).toHaveLength(1);
    expect((await found(id)).status).toBe('pending');
  });
});

test('a chunk answers no request but that of a log that is followed', async () => {
  const id = await newCall('chunked');
  const { data } = await host.answer(id, { chunk: { sequence: 0, lines: ['a line'] } });
  expect(data.answerAgentRequest).toEqual({ isTaken: false, isOpen: false });
  expect((await found(id)).status).toBe('pending');
});

test('refuses malformed or forbidden arguments at once, also from an owner', async () => {
  const nodeId = await newNode('refusing');
  const refused: [kind: string, args: object, path: string][] = [
    ['follow_log', { tail: 0 }, 'data.followLog.tail'],
    ['follow_log', { tail: 2001 }, 'data.followLog.tail'],
    ['follow_log', { from: 'yesterday' }, 'data.followLog.from'],
    ['follow_log', { to: '2026-01-01T00:00:00Z' }, 'data.followLog.to'],
    ['log', { to: 'yesterday' }, 'data.log.to'],
    ['follow_log', { position: 'here' }, 'data.followLog.position'],
    ['rpc', { method: 'stop' }, 'data.rpc.method'],
    ['rpc', { method: 'dumpprivkey', params: ['x'] }, 'data.rpc.method'],
    ['rpc', { method: 'getblockhash', params: [] }, 'data.rpc.params'],
    ['rpc', { method: 'getblockheader', params: ['nothing'] }, 'data.rpc.params.0'],
  ];
  for (const [kind, args, path] of refused) {
    const extensions = (await ask(nodeId, kind, args)).errors?.[0]?.extensions;
    expect(extensions, path).toMatchObject({ code: 'invalid_input', issues: [{ path: path.split('.') }] });
  }
  expect(await requestsOf(nodeId)).toEqual([]);
});

describe('limits', () => {
  /** Opens requests of a node directly in the database. */
  const fill = (nodeId: string, kind: string, count: number) =>
    database.execute(sql`INSERT INTO agent_request (organization_id, node_id, executor_id, kind, args, awaited_until, expires_at)
      SELECT organization_id, id, executor_id, ${kind}, '{ "method": "uptime", "params": [] }', now() + interval '1 hour', 'infinity'
      FROM node, generate_series(1, ${count}::int) WHERE id = ${nodeId}`);

  test.each(['log', 'rpc'])('at most 20 %s requests of a node are open, even if they come at once', async (kind) => {
    // Another one when the test is tried again.
    const nodeId = await newNode(`asked-${crypto.randomUUID()}`);
    await fill(nodeId, kind, 18);
    const request = () => (kind === 'log' ? open(nodeId) : call(nodeId));
    const answers = await Promise.all([request(), request(), request(), request()]);
    expect(answers.map(codeOf).toSorted()).toEqual(['limit_reached', 'limit_reached', undefined, undefined]);
    // Followed logs count with the others.
    expect(codeOf(await ask(nodeId, 'follow_log'))).toBe(kind === 'log' ? 'limit_reached' : undefined);
    const first = (await requestsOf(nodeId)).find((each) => each.kind === kind);
    await host.answer(first?.id ?? '', { error: 'no' });
    expect((await request()).errors).toBeUndefined();
  });

  test.each(['log', 'rpc'] as const)('delivers a %s that nobody answers for a minute only', async (kind) => {
    await database.execute(sql`DELETE FROM agent_request`);
    const nodeId = await newNode(`unanswered-${kind}`);
    const opened = kind === 'rpc' ? await call(nodeId) : await ask(nodeId, kind);
    expect(await requestsOf(nodeId)).toHaveLength(1);
    await database.execute(sql`UPDATE agent_request SET awaited_until = awaited_until - interval '61 seconds'`);
    expect(await requestsOf(nodeId)).toEqual([]);
    expect(await found(opened.data.openAgentRequest.request.id)).toMatchObject({ status: 'failed' });
  });

  test('a call that nobody answered for a minute has failed, and is forgotten after ten', async () => {
    await database.execute(sql`DELETE FROM agent_request`);
    const nodeId = await newNode('busy');
    const { id } = (await call(nodeId)).data.openAgentRequest.request;
    await database.execute(sql`UPDATE agent_request SET awaited_until = awaited_until - interval '61 seconds'`);
    expect(await requestsOf(nodeId)).toEqual([]);
    expect(await found(id)).toMatchObject({ status: 'failed', error: 'the agent did not answer in time' });
    expect((await call(nodeId)).data.openAgentRequest.request.status).toBe('pending');
    await database.execute(sql`UPDATE agent_request SET expires_at = expires_at - interval '11 minutes'`);
    expect(await found(id)).toBeNull();
  });

  test('at most fifty calls of an executor wait, also for several nodes at once', async () => {
    await database.execute(sql`DELETE FROM agent_request`);
    const asked = await newNode('asked-often');
    const nodes = await Promise.all(Array.from({ length: 6 }, (_, index) => newNode(`at-once-${index}`)));
    await fill(asked, 'rpc', 49);
    const answers = await Promise.all(nodes.map((nodeId) => call(nodeId)));
    expect(answers.map(codeOf).toSorted()).toEqual([...Array(5).fill('limit_reached'), undefined]);
    expect((await open(asked)).errors).toBeUndefined();
  });
});

describe('a log that is followed', () => {
  const streams: EventStream[] = [];
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.leave();
  });
  async function follow(name: string): Promise<string> {
    const { id, status } = (await ask(await newNode(name), 'follow_log', { tail: 5 })).data.openAgentRequest.request;
    expect(status).toBe('pending');
    return id;
  }
  /** The reader is on one replica, the agent on another one. */
  async function read(requestId: string, key = controlPlane.personalKey): Promise<EventStream> {
    const query = 'subscription($id: ID!) { nodeLog(where: { id: $id }) { sequence lines dropped notice } }';
    const stream = await EventStream.open(replica.url, key, query, { id: requestId });
    streams.push(stream);
    return stream;
  }
  const report = async (requestId: string, sequence: number, lines: string[], more: object = {}, key?: string) =>
    (await host.answer(requestId, { chunk: { sequence, lines, ...more } }, key)).data.answerAgentRequest;
  const requestOf = async (requestId: string) =>
    (await host.requests()).find(({ id, kind }) => id === requestId && kind === 'follow_log')?.args.followLog;
  const linesOf = (stream: EventStream): string[] =>
    stream.messages.flatMap(({ data }) => (data?.nodeLog?.lines as string[] | undefined) ?? []);

  const taken = { isTaken: true, isOpen: true };

  test('lines that an agent sends to one replica reach a reader of another in order', async () => {
    const session = await follow('followed');
    expect(await requestOf(session)).toEqual({ tail: 5, from: null, nextChunk: 0, position: null });
    const stream = await read(session);
    expect(await report(session, 0, ['one', 'two'])).toEqual(taken);
    await until('the first lines are here', () => linesOf(stream).length === 2);
    const more = { dropped: 7, notice: 'the node stopped' };
    expect(await report(session, 1, ['three'], { ...more, position: 'here' })).toEqual(taken);
    await until('the next line is here', () => linesOf(stream).length === 3);
    expect(linesOf(stream)).toEqual(['one', 'two', 'three']);
    expect(stream.messages[1].data.nodeLog).toEqual({ sequence: 1, lines: ['three'], ...more });
    expect(await requestOf(session)).toMatchObject({ nextChunk: 2, position: 'here' });
  });

  test('an agent is held back while its reader does not read, and goes on when it does', async () => {
    const session = await follow('unread');
    for (let sequence = 0; sequence < 4; sequence++) expect(await report(session, sequence, ['line'])).toEqual(taken);
    expect(await report(session, 4, ['too much'])).toEqual({ isTaken: false, isOpen: true });
    const stream = await read(session);
    await until('the reader has what there was', () => linesOf(stream).length === 4);
    expect(await report(session, 4, ['now'])).toEqual(taken);
  });

  test('shows a repeated chunk once, and rejects one with a gap or of another executor', async () => {
    const session = await follow('repeated');
    expect(await report(session, 0, ['once'])).toEqual(taken);
    expect(await report(session, 0, ['once'])).toEqual(taken);
    const refused = { isTaken: false, isOpen: false };
    expect(await report(session, 2, ['ahead'])).toEqual(refused);
    expect(await report(session, 1, ['of another executor'], {}, neighborKey)).toEqual(refused);
    const stream = await read(session);
    expect(await report(session, 1, ['last'])).toEqual(taken);
    await until('the last line is here', () => linesOf(stream).includes('last'));
    expect(linesOf(stream)).toEqual(['once', 'last']);
  });

  test('a session that nobody watches for 30 seconds is over', async () => {
    const session = await follow('unwatched');
    await database.execute(sql`UPDATE agent_request SET awaited_until = awaited_until - interval '31 seconds',
      expires_at = expires_at - interval '31 seconds' WHERE id = ${session}`);
    expect(await requestOf(session)).toBeUndefined();
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
});

describe('an explanation', () => {
  const explain = (id: string) =>
    replica.call(
      'query($id: ID!) { explainNode(where: { id: $id }) { desired observed steps { action why } waitingFor isCurrent staleReason explainedAt } }',
      { id },
    );
  const explanation = (observed = ['it runs']) => ({
    desired: ['running'],
    observed,
    steps: [{ action: 'start it', why: 'it is desired' }],
    waitingFor: 'the engine',
  });
  /** The request to explain a node in the next heartbeat. */
  const requested = async (nodeId: string): Promise<string | undefined> =>
    (await host.requests()).find((one) => one.kind === 'explain' && one.nodeId === nodeId)?.id;
  const untilRequested = (nodeId: string) => until('the agent is asked', () => requested(nodeId));
  /** Answers the next request to explain a node. */
  const report = async (nodeId: string, result: object = explanation()) =>
    host.answer(await untilRequested(nodeId), { result: { explain: result } });

  test('rejects an explanation that is too large or for another executor', async () => {
    const id = await newNode('not-theirs');
    const asked = explain(id);
    const request = await untilRequested(id);
    for (const key of [neighborKey, stranger.executorKey]) {
      expect(codeOf(await host.answer(request, { result: { explain: explanation(['a lie']) } }, key))).toBe(
        'Forbidden',
      );
    }
    await report(id, explanation(['x'.repeat(2001)]));
    expect(codeOf(await asked)).toBe('executor_not_answering');
    const again = until('the agent is asked again', async () => {
      const { data } = await explain(id);
      return data.explainNode;
    });
    await report(id, explanation(['its own']));
    expect((await again).observed).toEqual(['its own']);
  });

  test('that does not fit the schema is told to the people who wait', async () => {
    const id = await newNode('unfit-explanation');
    const asked = explain(id);
    await report(id, { desired: 'running' });
    const { errors } = await asked;
    expect(errors?.[0]?.extensions?.code).toBe('executor_not_answering');
    expect(errors?.[0]?.message).toMatch(
      /cannot explain it: the agent returned an invalid answer: .*steps: is required/,
    );
  });

  test('asks an agent of another replica once for many people', async () => {
    const id = await newNode('explained');
    const { revision } = (await host.sync()).data.syncExecutor;
    const query = `subscription { executorNudges(name: "${host.name}", knownRevision: ${revision}) { at } }`;
    const nudges = await EventStream.open(controlPlane.url, inhabited.executorKey, query);
    const asked = [explain(id), explain(id), explain(id)];
    await nudges.message('a nudge', ({ data }) => data.executorNudges !== null);
    nudges.leave();
    await report(id);
    const current = { isCurrent: true, staleReason: null, explainedAt: expect.any(String) };
    for (const { data } of await Promise.all(asked)) expect(data.explainNode).toEqual({ ...explanation(), ...current });
    expect(await requested(id)).toBeUndefined();
  });

  test('shows the last answer of a silent agent, and says why it is not current', async () => {
    const [id, never] = [await newNode('silent'), await newNode('never-explained')];
    const asked = explain(id);
    await report(id);
    await asked;
    const stale = await until('the answer is too old to serve again', async () => {
      const { explainNode } = (await explain(id)).data;
      return !explainNode.isCurrent && explainNode;
    });
    expect(stale).toMatchObject({ observed: ['it runs'], staleReason: expect.stringMatching(/not answer within 2 s/) });
    await database.execute(sql`UPDATE executor SET online = false`);
    await requestExpiryJob(database).run(new AbortController().signal, async () => {});
    const { explainNode } = (await explain(id)).data;
    expect(explainNode).toMatchObject({ observed: ['it runs'], isCurrent: false });
    expect(explainNode.staleReason).toMatch(/is offline, last seen/);
    expect(codeOf(await explain(never))).toBe('executor_offline');
  });
});
