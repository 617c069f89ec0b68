import { expect, test } from 'vitest';
import type { DaemonCall } from '../../../src/gateway/daemon/daemon.ts';
import { DaemonFault } from '../../../src/gateway/daemon/daemon-fault.ts';
import type { DaemonAnswer, Sent } from '../../../src/gateway/daemon/received-answer.ts';
import { FairSlots } from '../../../src/gateway/members/fair-slots.ts';
import { type Reads, SharedReads } from '../../../src/gateway/members/shared-reads.ts';

const tip = 'ab'.repeat(32);

interface Request {
  methods: string[];
  hasLeft: boolean;
  /** Answers each call with its method. */
  answer(): void;
  fail(fault: DaemonFault): void;
}

/** A member with this many slots, of which a consumer may have all but one, and its requests so far. */
function member(total = 2) {
  const requests: Request[] = [];
  const slots = new FairSlots({ total, heavy: 1, waiting: 1, queued: 4 });
  const send = (calls: readonly DaemonCall[]): Sent => {
    const { promise, resolve, reject } = Promise.withResolvers<DaemonAnswer>();
    const executed = Promise.withResolvers<void>();
    const methods = calls.map(({ method }) => method);
    const results = methods.map((method) => JSON.stringify(method === 'getbestblockhash' ? tip : method));
    const text = `[${results.map((result, id) => `{"result":${result},"error":null,"id":${id}}`).join(',')}]`;
    const request: Request = {
      ...{ methods, hasLeft: false },
      answer: () => {
        executed.resolve();
        resolve({ text });
      },
      fail: (fault) => {
        executed.resolve();
        reject(fault);
      },
    };
    requests.push(request);
    const leave = () => {
      request.hasLeft = true;
    };
    return { answer: promise, executed: executed.promise, leave, abort: leave };
  };
  return { requests, slots, reads: new SharedReads({ daemon: { send }, slots, flights: new Set() }) };
}

const reading = (method: string, facts: Partial<Reads> = {}): Reads => ({
  ...{ calls: [{ method, params: '[]' }], isAtTip: false, charge: () => true, ...facts },
});
const results = async (answer: Promise<{ answers: readonly unknown[] }>) => (await answer).answers;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('sends a read at once while there is a slot', async () => {
  const { reads, requests } = member();
  const { answer } = reads.read('a', reading('uptime'));
  expect(requests).toMatchObject([{ methods: ['uptime'] }]);
  requests[0]?.answer();
  expect(await answer).toMatchObject({ answers: [{ result: '"uptime"' }], tip: null });
});

test('sends the reads that wait in one request, and hands each its answers', async () => {
  const { reads, requests } = member();
  const first = reads.read('a', reading('uptime'));
  const both = ['help', 'getnettotals'].map((method) => reads.read('a', reading(method)).answer);
  const atTip = reads.read('a', reading('getblockcount', { isAtTip: true }));
  requests[0]?.answer();
  await first.answer;
  await settled();
  expect(requests[1]?.methods).toEqual(['help', 'getnettotals', 'getblockcount', 'getbestblockhash']);
  requests[1]?.answer();
  expect(await Promise.all(both.map(results))).toEqual([[{ result: '"help"' }], [{ result: '"getnettotals"' }]]);
  expect([(await both[0])?.tip, (await atTip.answer).tip]).toEqual([null, tip]);
});

test('shares no request between consumers', () => {
  const { reads, requests } = member(3);
  for (const consumer of ['a', 'b']) reads.read(consumer, reading('uptime'));
  expect(requests).toHaveLength(2);
});

test('sends at most 100 calls in one request', async () => {
  const { reads, requests } = member();
  const calls = Array.from({ length: 60 }, () => ({ method: 'uptime', params: '[]' }));
  for (let count = 0; count < 3; count++) reads.read('a', reading('', { calls }));
  for (let index = 0; index < 2; index++) {
    requests[index]?.answer();
    await settled();
  }
  expect(requests.map(({ methods }) => methods.length)).toEqual([60, 60, 60]);
});

test.each(['forbidden', 'invalid', 'no_memory'] as const)(
  'makes the reads of a request that fails as %s again, each alone',
  async (kind) => {
    const { reads, requests } = member();
    reads.read('a', reading('uptime'));
    const [good, bad] = ['help', 'other'].map((method) => reads.read('a', reading(method)).answer);
    requests[0]?.answer();
    await settled();
    requests[1]?.fail(new DaemonFault(kind, ''));
    await settled();
    requests[2]?.answer();
    await settled();
    requests[3]?.fail(new DaemonFault(kind, ''));
    await expect(bad).rejects.toMatchObject({ kind });
    expect([await results(good ?? Promise.reject(new Error('none'))), requests.length]).toEqual([
      [{ result: '"help"' }],
      4,
    ]);
  },
);

test('fails all reads of a request whose daemon is not reached', async () => {
  const { reads, requests } = member();
  reads.read('a', reading('uptime'));
  const both = ['help', 'other'].map((method) => reads.read('a', reading(method)).answer);
  requests[0]?.answer();
  await settled();
  requests[1]?.fail(new DaemonFault('unreachable', ''));
  const kinds = (await Promise.allSettled(both)).map((each) => (each.status === 'rejected' ? each.reason.kind : 'ok'));
  expect(kinds).toEqual(['unreachable', 'unreachable']);
});

test('sends nothing for callers that have all left', async () => {
  const { reads, requests, slots } = member();
  reads.read('a', reading('uptime'));
  const left = reads.read('a', reading('help'));
  left.leave(new Error('left'));
  await expect(left.answer).rejects.toThrow('left');
  requests[0]?.answer();
  await settled();
  expect([requests.length, slots.inFlight, slots.queued]).toEqual([1, 0, 0]);
});

test('leaves a request whose last caller has left', async () => {
  const { reads, requests } = member();
  const only = reads.read('a', reading('uptime'));
  only.leave(new Error('left'));
  await expect(only.answer).rejects.toThrow('left');
  expect(requests[0]?.hasLeft).toBe(true);
});

test('keeps a request for the callers that stay', async () => {
  const { reads, requests } = member();
  reads.read('a', reading('uptime'));
  const left = reads.read('a', reading('help'));
  const stays = reads.read('a', reading('other'));
  requests[0]?.answer();
  await settled();
  left.leave(new Error('left'));
  await expect(left.answer).rejects.toThrow('left');
  requests[1]?.answer();
  expect([await results(stays.answer), requests[1]?.hasLeft]).toEqual([[{ result: '"other"' }], false]);
});

test('refuses a read when the queue is full', async () => {
  const { reads } = member();
  const calls = Array.from({ length: 100 }, () => ({ method: 'uptime', params: '[]' }));
  const answers = Array.from({ length: 4 }, () => reads.read('a', reading('', { calls })).answer);
  await expect(answers[3]).rejects.toMatchObject({ kind: 'busy' });
});

test('charges each caller of a request for its own long answer', async () => {
  const { reads, requests } = member();
  const charged: number[] = [];
  reads.read('a', reading('uptime'));
  const charge = (bytes: number) => charged.push(bytes) > 0;
  const both = ['help', 'other'].map((method) => reads.read('a', reading(method, { charge })).answer);
  requests[0]?.answer();
  await settled();
  requests[1]?.answer();
  await Promise.all(both);
  expect(charged).toEqual(['"other"'.length]);
});
