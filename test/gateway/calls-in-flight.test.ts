import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rpcPresets } from '../../src/bitcoin/rpc-methods.ts';
import { WriteJournal } from '../../src/gateway/writes/journal.ts';
import { freePort } from '../harness/free-port.ts';
import { until } from '../harness/until.ts';
import { fakeDaemon, type Held, longerChain } from './fake-daemon.ts';
import { Caller, consumerConfig, type RunningGateway, runningGateway, secret, sha256 } from './running-gateway.ts';

const everything = { methods: [...rpcPresets.administrator.methods] };

/** A gateway of one daemon, and the daemon's requests for `method` so far. */
async function holding(method: string, results: Readonly<Record<string, unknown>> = {}) {
  const held: Held[] = [];
  const member = await fakeDaemon(method, (each) => held.push(each), results);
  const gateway = await runningGateway([member], { consumers: [consumerConfig('electrs', everything)] });
  await gateway.untilMembers();
  return { gateway, member, held };
}

const untilQueued = (gateway: RunningGateway, calls: number) =>
  until('the call is queued', async () => (await gateway.report()).endpoints[0]?.members[0]?.queued === calls);
const untilHeld = (held: readonly Held[], calls: number) =>
  until('the daemon has the calls', () => held.length === calls);

test.each(['getblock', 'waitfornewblock', 'getblocktemplate'])(
  'keeps the slot of %s until the daemon has executed it, also without its caller',
  async (method) => {
    const { gateway, held } = await holding(method);
    const params = [{ longpollid: '1' }];
    const caller = gateway.stalledCall(method, params);
    await untilHeld(held, 1);
    caller.destroy();
    const next = gateway.caller().call(method, params);
    await untilQueued(gateway, 1);
    expect(held).toHaveLength(1);
    held[0]?.answer('late');
    await untilHeld(held, 2);
    held[1]?.answer('next');
    expect((await next).json.result).toBe('next');
  },
);

test.each(['getmempoolinfo', 'getblock', 'getbalance'])(
  'does not pass on the answer of %s once branches are even',
  async (method) => {
    const { gateway, held } = await holding(method, { listwallets: ['hot'] });
    const answered = gateway.caller().call(method);
    await untilHeld(held, 1);
    await gateway.configure({ branches: { asOf: '2026-11-30T12:00:00Z', verdict: 'even', losing: [] } });
    held[0]?.answer(1);
    const { json } = await answered;
    expect([json.result, json.error?.message]).toEqual([null, expect.stringContaining('of equal work')]);
  },
);

test('makes no wallet call on a member with less work than the connection has seen', async () => {
  const { gateway, member } = await holding('getbalance', { listwallets: ['hot'] });
  const hold = () => {
    throw new Error('the daemon with more work has no wallet');
  };
  const ahead = await fakeDaemon('getbalance', hold, { listwallets: [] }, longerChain);
  await gateway.configure({ members: [member, ahead] });
  await gateway.untilMembers();
  const caller = gateway.caller();
  await caller.call('getblockcount');
  const { json, headers } = await caller.call('getbalance');
  expect(json.error).toMatchObject({ code: -28, message: expect.stringContaining('has caught up') });
  expect(headers['connection']).toBe('close');
});

test('ends a call when its secret expires, and no call with another secret', async () => {
  const { gateway, held } = await holding('waitfornewblock');
  const secrets = (expiresAt: string) => [
    { id: 'previous', sha256: sha256(secret), expiresAt },
    { id: 'next', sha256: sha256('the next secret') },
  ];
  await gateway.configure({
    consumers: [consumerConfig('electrs', { ...everything, secrets: secrets('2999-01-01T00:00:00Z') })],
  });
  const ended = expect(gateway.caller().call('waitfornewblock')).rejects.toThrow();
  await untilHeld(held, 1);
  const other = new Caller(gateway.port, 'electrs', 'the next secret').call('waitfornewblock');
  await untilQueued(gateway, 1);
  await gateway.configure({
    consumers: [consumerConfig('electrs', { ...everything, secrets: secrets('2020-01-01T00:00:00Z') })],
  });
  await ended;
  held[0]?.answer('');
  await untilHeld(held, 2);
  held[1]?.answer('next');
  expect((await other).json.result).toBe('next');
});

test('gives a daemon of a version with more RPC threads more calls', async () => {
  const { gateway, held } = await holding('getblock', { getnetworkinfo: { version: 300_000 } });
  for (let calls = 0; calls < 4; calls++) gateway.stalledCall('getblock');
  await untilQueued(gateway, 1);
  expect(held).toHaveLength(3);
  for (const { answer } of held) answer('');
});

test('gives a daemon with more RPC threads by its settings more calls', async () => {
  const { gateway, member, held } = await holding('getblock');
  await gateway.configure({ members: [{ ...member, rpcThreads: 16 }] });
  await gateway.untilMembers();
  for (let calls = 0; calls < 4; calls++) gateway.stalledCall('getblock');
  await untilQueued(gateway, 1);
  expect(held).toHaveLength(3);
  for (const { answer } of held) answer('');
});

test('shares the slots of a node among its endpoints', async () => {
  const { gateway, held } = await holding('getblock');
  const port = await freePort();
  const consumers = ['lnd', 'btcpay'].map((name) => consumerConfig(name, everything));
  await gateway.configure({}, [{ id: 'e2', name: 'second', listen: { address: '127.0.0.1', port }, consumers }]);
  const answered = [new Caller(gateway.port, 'electrs'), new Caller(port, 'lnd')].map((each) => each.call('getblock'));
  await untilHeld(held, 2);
  answered.push(new Caller(port, 'btcpay').call('getblock'));
  await untilQueued(gateway, 1);
  expect(held).toHaveLength(2);
  for (const { answer } of held) answer('');
  await untilHeld(held, 3);
  held[2]?.answer('');
  await Promise.all(answered);
});

test('leaves slots to other consumers', async () => {
  const { gateway, held } = await holding('getblock');
  await gateway.configure({ consumers: [consumerConfig('electrs', everything), consumerConfig('lnd', everything)] });
  for (let calls = 0; calls < 2; calls++) gateway.stalledCall('getblock');
  await untilQueued(gateway, 1);
  const other = gateway.caller('lnd').call('getblock');
  await untilHeld(held, 2);
  held[1]?.answer('of lnd');
  expect((await other).json.result).toBe('of lnd');
});

test.each(['prioritisetransaction', 'submitblock', 'stop'])(
  'records %s with its outcome, although its caller left',
  async (method) => {
    const { gateway, held } = await holding(method);
    const caller = gateway.stalledCall(method);
    await untilHeld(held, 1);
    caller.destroy();
    await until('the gateway notices', async () => (await gateway.report()).endpoints[0]?.connections === 0);
    held[0]?.answer(true);
    await until('the write is recorded', async () => (await gateway.report()).writes.length > 0);
    expect((await gateway.report()).writes).toMatchObject([{ consumer: 'electrs', method, outcome: 'ok' }]);
  },
);

test('has a write in its file before the daemon executes it', async () => {
  const { gateway, held } = await holding('submitblock');
  gateway.stalledCall('submitblock');
  await untilHeld(held, 1);
  expect(gateway.journal()).toMatchObject([{ method: 'submitblock', outcome: 'unknown' }]);
  expect((await gateway.report()).writes).toEqual([]);
  held[0]?.answer(null);
  await until('its outcome is in the file', () => gateway.journal()[0]?.outcome === 'ok');
});

test('records no write whose caller left while it was queued', async () => {
  const { gateway, held } = await holding('submitblock');
  gateway.stalledCall('submitblock');
  await untilHeld(held, 1);
  const queued = gateway.stalledCall('submitblock');
  await untilQueued(gateway, 1);
  queued.destroy();
  await untilQueued(gateway, 0);
  held[0]?.answer(null);
  await until('the write is recorded', async () => (await gateway.report()).writes.length > 0);
  await gateway.stop();
  const again = await WriteJournal.open(join(gateway.folder, 'gateway-writes.jsonl'));
  onTestFinished(() => again.close());
  expect(again.pending).toBe(1);
});

test('records a write that the daemon has not answered when the gateway ends', async () => {
  const { gateway, held } = await holding('submitblock');
  gateway.stalledCall('submitblock').destroy();
  gateway.stalledCall('submitblock');
  await untilHeld(held, 1);
  await gateway.configure({ consumers: [] });
  await gateway.stop();
  expect(gateway.journal()).toMatchObject([{ method: 'submitblock', outcome: 'unavailable' }]);
});

test('listens on another port while calls on the previous one are in flight', async () => {
  const { gateway, held } = await holding('getblock');
  const caller = gateway.stalledCall('getblock');
  await untilHeld(held, 1);
  await gateway.configure({ listen: { address: '127.0.0.1', port: await freePort() } });
  expect([held[0]?.response.destroyed, caller.destroyed]).toEqual([false, false]);
  held[0]?.answer('');
});

test('serves other settings before a removed endpoint has ended its calls', async () => {
  const { gateway, held } = await holding('submitblock');
  gateway.stalledCall('submitblock');
  await untilHeld(held, 1);
  await gateway.configure({ id: 'e2', listen: { address: '127.0.0.1', port: await freePort() } });
  expect(held[0]?.response.destroyed).toBe(false);
  held[0]?.answer(null);
});
