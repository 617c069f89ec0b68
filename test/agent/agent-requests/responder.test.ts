import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Explanation, explainKind } from '../../../src/agent/agent-requests/explain.ts';
import { logKind } from '../../../src/agent/agent-requests/log.ts';
import { LogBuffer } from '../../../src/agent/agent-requests/log-buffer.ts';
import { type AnsweredKind, requestResponder } from '../../../src/agent/agent-requests/responder.ts';
import { ControlPlaneError } from '../../../src/agent/control-plane/call-error.ts';
import type { AgentAnswerInput } from '../../../src/contract/types.generated.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';

const args = { log: { tail: 10, from: null }, rpc: null };
const request = (id: string | number, more: object = {}) => ({
  ...{ id: String(id), nodeId: 'n', kind: 'log', args },
  ...more,
});
const requests = (count: number) => Array.from({ length: count }, (_, at) => request(at));
const readsOneLine = logKind(async () => ['line']);

/** A responder whose answers arrive only when a test releases them. */
function responding(...kinds: AnsweredKind[]) {
  return respondingWithin(undefined, ...kinds);
}

function respondingWithin(timeoutMs: number | undefined, ...kinds: AnsweredKind[]) {
  const sent: { input: AgentAnswerInput; arrival: PromiseWithResolvers<void> }[] = [];
  const respond = requestResponder({
    kinds,
    send: async (input) => {
      const arrival = Promise.withResolvers<void>();
      sent.push({ input, arrival });
      await arrival.promise;
      return { isTaken: true, isOpen: false };
    },
    log: listeningLog().log,
    signal: new AbortController().signal,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const untilSent = (count: number) => until(`${count} answers were sent`, () => sent.length >= count, undefined, 1);
  return { respond, sent, untilSent, ids: () => sent.map(({ input }) => input.id) };
}

/** The answers to one request of a kind. */
async function answerOf(kind: AnsweredKind, more: object = {}): Promise<AgentAnswerInput | undefined> {
  const { respond, sent, untilSent } = responding(kind);
  respond([request('a', { kind: kind.kind, ...more })]);
  await untilSent(1);
  return sent[0]?.input;
}

test('reads four logs at a time, and delays no other kind of request', async () => {
  const { respond, sent, untilSent, ids } = responding(
    readsOneLine,
    explainKind(async () => undefined),
  );
  respond([...requests(6), request('explained', { kind: 'explain' }), request('new', { kind: 'divination' })]);
  await untilSent(5);
  await turn();
  expect(ids().toSorted()).toEqual(['0', '1', '2', '3', 'explained']);
  sent[2]?.arrival.resolve();
  await untilSent(6);
  await turn();
  expect(ids().at(-1)).toBe('4');
});

test('answers a repeated request once, and again when its answer was not sent', async () => {
  const { respond, sent, untilSent, ids } = responding(readsOneLine);
  for (let beat = 0; beat < 5; beat++) respond([request('a')]);
  await untilSent(1);
  await turn();
  expect(ids()).toEqual(['a']);
  sent[0]?.arrival.reject(new Error('the control plane is away'));
  await turn();
  respond([request('a')]);
  await untilSent(2);
  expect(ids()).toEqual(['a', 'a']);
});

test('answers a request with an error when its answer takes too long', async () => {
  const hanging = logKind(() => new Promise(() => undefined));
  const { respond, sent, untilSent } = respondingWithin(50, hanging);
  respond([request('a')]);
  await untilSent(1);
  expect(sent[0]?.input).toEqual({ id: 'a', error: 'the agent had no answer within 0.05 s' });
});

test('answers a request with an error when the control plane refuses the result', async () => {
  const { respond, sent, untilSent } = responding(readsOneLine);
  respond([request('a')]);
  await untilSent(1);
  sent[0]?.arrival.reject(new ControlPlaneError('refused', 'too large', 'invalid_input'));
  await untilSent(2);
  expect(sent[1]?.input).toEqual({ id: 'a', error: 'the result was refused: too large' });
});

test('keeps at most 20 log requests pending; the others come with a later heartbeat', async () => {
  const { respond, sent, untilSent, ids } = responding(readsOneLine);
  respond(requests(500));
  for (let at = 0; at < 20; at++) {
    await untilSent(at + 1);
    sent[at]?.arrival.resolve();
  }
  await turn();
  expect(ids()).toHaveLength(20);
  respond([request(400)]);
  await untilSent(21);
  expect(ids().at(-1)).toBe('400');
});

const unsupported = 'this version of the agent does not support the request';
test.each<[string, AnsweredKind, object, object?]>([
  ['the lines', logKind(async (nodeId, tail) => [nodeId, String(tail)]), { result: { log: ['n', '10'] } }],
  ['that the node has no container', logKind(async () => null), { error: 'the node has no container' }],
  ['why the log cannot be read', logKind(() => Promise.reject(new Error('no engine'))), { error: 'no engine' }],
  ['that it does not understand the arguments', readsOneLine, { error: unsupported }, { args: { log: { tail: 1e9 } } }],
])('the answer to a log request is %s', async (_what, kind, answer, more) => {
  expect(await answerOf(kind, more)).toEqual({ id: 'a', ...answer });
});

test('explains an unknown node and a silent engine, within the answer’s limit', async () => {
  const explanationBy = async (explain: () => Promise<Explanation | undefined>) =>
    (await answerOf(explainKind(explain)))?.result?.explain as Explanation;
  expect((await explanationBy(async () => undefined)).observed.join()).toContain('does not know the node yet');
  const away = () => Promise.reject(new Error('Docker is away'));
  expect((await explanationBy(away)).observed.join()).toContain('Docker is away');
  const long = { desired: ['x'.repeat(5000)], observed: Array(300).fill('line'), steps: [], waitingFor: null };
  const { desired, observed } = await explanationBy(async () => long);
  expect(desired[0]).toHaveLength(2000);
  expect(observed).toHaveLength(200);
});

const lineAt = (second: number, line = `line ${second}`) => ({
  time: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000000000Z`,
  line,
});

test('returns lines in order, with the time of the last one and notices in place', () => {
  const buffer = new LogBuffer();
  expect(buffer.take()).toBeUndefined();
  for (const second of [1, 2]) buffer.add(lineAt(second));
  buffer.note('it stopped');
  buffer.add(lineAt(3));
  const taken = { lines: ['line 1', 'line 2'], dropped: 0, notice: null, position: lineAt(2).time };
  expect(buffer.take()).toEqual(taken);
  expect(buffer.take()).toMatchObject({ lines: ['line 3'], notice: 'it stopped' });
  buffer.note('it is gone');
  expect(buffer.take()).toEqual({ lines: [], dropped: 0, notice: 'it is gone', position: null });
});

test('drops and counts the oldest lines, and bounds lines and chunks', () => {
  const buffer = new LogBuffer();
  for (let count = 0; count < 10_000; count++) buffer.add(lineAt(1, `${count}`));
  const first = buffer.take();
  expect(first?.dropped).toBe(6000);
  expect(first?.lines[0]).toBe('6000');
  expect(buffer.take()?.dropped).toBe(0);
  const long = new LogBuffer();
  for (let count = 0; count < 100; count++) long.add(lineAt(1, 'x'.repeat(100_000)));
  const chunks = Array.from({ length: 11 }, () => long.take()?.lines.length);
  expect(chunks).toEqual([...Array(10).fill(1), undefined]);
});
