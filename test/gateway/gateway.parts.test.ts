import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { rpcPresets } from '../../src/bitcoin/rpc-methods.ts';
import type { Daemon } from '../agent/monitor/daemon.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { until } from '../harness/until.ts';
import { type MemberDaemon, memberDaemons, share } from './daemons.ts';
import { consumerConfig, type RunningGateway, runningGateway, secret, sha256 } from './running-gateway.ts';

const run = promisify(execFile);
const asOf = '2026-11-30T12:00:00Z';

/** Two daemons with the same chain, which each test may change on both. */
let a: MemberDaemon;
let b: MemberDaemon;
/** The coinbase transactions that can be spent, one for each test. */
const spendable: string[] = [];

const folder = sharedFolder('gateway-daemons');

beforeAll(async () => {
  [a, b] = (await memberDaemons(folder, 'alpha', 'beta')) as [MemberDaemon, MemberDaemon];
  const hashes = await a.daemon.mine(110);
  await share(a.daemon, hashes, b.daemon);
  // A daemon that is killed loses the blocks since its last flush.
  for (const { daemon } of [a, b]) {
    await daemon.stop();
    await daemon.start();
  }
  for (const hash of hashes.slice(0, 8))
    spendable.push(((await a.daemon.ask('getblock', [hash])).result as { tx: string[] }).tx[0] ?? '');
});

afterAll(() => Promise.all([a, b].map((each) => each?.daemon.remove())));

const both = async (): Promise<RunningGateway> => {
  const gateway = await runningGateway([a.member, b.member]);
  await gateway.untilMembers();
  return gateway;
};
const tipOf = async ({ daemon }: MemberDaemon) => (await daemon.ask('getbestblockhash')).result as string;

/** Mines on one daemon, and gives the blocks to the other when the test ends. */
async function mineAlone(daemon: Daemon, count: number): Promise<string[]> {
  const hashes = await daemon.mine(count);
  onTestFinished(() => share(daemon, hashes, a.daemon, b.daemon));
  return hashes;
}

/** A transaction that spends an output of OP_TRUE. */
async function newTransaction(): Promise<{ hex: string; txid: string }> {
  const { result: script } = await a.daemon.ask('decodescript', ['51']);
  const { p2sh } = script as { p2sh: string };
  const { result: hex } = await a.daemon.ask('createrawtransaction', [
    [{ txid: spendable.shift(), vout: 0 }],
    [{ [p2sh]: 49.999 }],
  ]);
  const { result: decoded } = await a.daemon.ask('decoderawtransaction', [hex]);
  return { hex: hex as string, txid: (decoded as { txid: string }).txid };
}

test('answers litecoin-cli as a daemon does', async () => {
  const { port } = await both();
  const options = ['-rpcconnect=127.0.0.1', `-rpcport=${port}`, '-rpcuser=electrs', `-rpcpassword=${secret}`];
  const { stdout } = await run('litecoin-cli', [...options, 'getblockhash', '1']);
  expect(stdout.trim()).toBe((await a.daemon.ask('getblockhash', [1])).result);
  await expect(run('litecoin-cli', [...options, 'getblockhash', '9999'])).rejects.toMatchObject({
    stderr: expect.stringContaining('Block height out of range'),
  });
});

test('answers the calls of a batch in their order, each in its version', async () => {
  const gateway = await both();
  const { body } = await gateway.caller().post(
    JSON.stringify([
      { method: 'getblockhash', params: [0], id: 'a' },
      { method: 'stop', id: 'b' },
      { jsonrpc: '2.0', method: 'getblock', params: [await tipOf(a), 0], id: 3 },
      { jsonrpc: '2.0', method: 'uptime' },
      { jsonrpc: '2.0', method: 'getblockhash', params: [-1], id: 4 },
    ]),
  );
  expect(JSON.parse(body)).toEqual([
    { result: (await a.daemon.ask('getblockhash', [0])).result, error: null, id: 'a' },
    { result: null, error: { code: -32601, message: expect.any(String) }, id: 'b' },
    { jsonrpc: '2.0', result: (await a.daemon.ask('getblock', [await tipOf(a), 0])).result, id: 3 },
    { jsonrpc: '2.0', error: { code: -8, message: 'Block height out of range' }, id: 4 },
  ]);
});

test('keeps the numbers of a daemon as it wrote them', async () => {
  const gateway = await both();
  const { body } = await gateway.caller().call('getnetworkinfo');
  expect(body).toContain('"relayfee":0.00001000');
});

test.each([
  ['a success', 'getblockcount', [], 200],
  ['an error', 'getblockhash', [-1], 500],
  ['a method that is not allowed', 'stop', [], 404],
])('has the HTTP status of bitcoind for %s', async (_, method, params, status) => {
  const gateway = await both();
  expect((await gateway.caller().call(method, params)).status).toBe(status);
});

test('sends nothing of a refused call to a daemon', async () => {
  const gateway = await both();
  const before = a.calls().length + b.calls().length;
  for (const method of ['stop', 'Stop', 'dumpprivkey']) await gateway.caller().call(method);
  const later = [...a.calls().slice(-20), ...b.calls().slice(-20)];
  expect(later.filter((method) => /stop|dumpprivkey/i.test(method))).toEqual([]);
  expect(a.calls().length + b.calls().length).toBeGreaterThanOrEqual(before);
});

test('does not distinguish an unknown consumer from a wrong secret', async () => {
  const gateway = await both();
  await gateway.configure({ consumers: [consumerConfig('electrs'), consumerConfig('lnd', { secrets: [] })] });
  const answers = await Promise.all(['nobody', 'lnd'].map((user) => gateway.caller(user).call('uptime')));
  const [first, second] = answers.map(({ status, headers: { date, ...headers }, body }) => ({ status, headers, body }));
  expect(first).toMatchObject({ status: 401 });
  expect(second).toEqual(first);
});

test('moves a connection to another member when its member is killed', async () => {
  const gateway = await both();
  const caller = gateway.caller();
  const before = (await caller.call('getblockcount')).json;
  for (const each of [a, b]) {
    await each.daemon.stop('SIGKILL');
    expect((await caller.call('getblockcount')).json).toEqual(before);
    await each.daemon.start();
    await gateway.untilMembers();
  }
});

test('never answers from less work than the connection has seen', async () => {
  const gateway = await both();
  const caller = gateway.caller();
  const [hash] = await mineAlone(a.daemon, 1);
  await until('the gateway answers from the new block', async () => {
    return (await caller.call('getbestblockhash')).json.result === hash;
  });
  await a.daemon.stop();
  onTestFinished(() => a.daemon.start());
  const behind = await caller.call('getbestblockhash');
  expect(behind.json.error).toMatchObject({ code: -28, message: expect.stringContaining('has caught up') });
  expect(behind.headers['connection']).toBe('close');
  expect((await gateway.caller().call('getbestblockhash')).json.result).toBe(await tipOf(b));
});

test('waits for a member that is about to catch up', async () => {
  const gateway = await both();
  const caller = gateway.caller();
  const hashes = await mineAlone(a.daemon, 1);
  const block = (await a.daemon.ask('getblock', [hashes[0], 0])).result;
  await until('the gateway answers from the new block', async () => {
    return (await caller.call('getbestblockhash')).json.result === hashes[0];
  });
  await a.daemon.stop();
  onTestFinished(() => a.daemon.start());
  const answered = caller.call('getbestblockhash');
  await b.daemon.ask('submitblock', [block]);
  expect((await answered).json.result).toBe(hashes[0]);
});

test('answers from no losing branch of a split, and in an even one from the pinned', async () => {
  const gateway = await both();
  const ofA = await mineAlone(a.daemon, 2);
  // Another script: two daemons that mine the same coinbase in the same second find the same block.
  const ofB = (await b.daemon.ask('generatetodescriptor', [1, 'raw(52)'])).result as string[];
  const losing = [ofB[0] ?? ''];
  await gateway.configure({ branches: { asOf, verdict: 'split', losing } });
  await gateway.untilMembers('used', 'losing_branch');
  const tips = await Promise.all(
    Array.from({ length: 10 }, async () => (await gateway.caller().call('getbestblockhash')).json.result),
  );
  expect(new Set(tips)).toEqual(new Set([ofA[1]]));
  await gateway.configure({ branches: { asOf, verdict: 'even', losing: [], pinned: losing[0] } });
  await gateway.untilMembers('not_pinned_branch', 'used');
  expect((await gateway.caller().call('getbestblockhash')).json.result).toBe(ofB[0]);
});

test('answers an even split without a pinned branch with an error', async () => {
  const gateway = await both();
  await gateway.configure({ branches: { asOf, verdict: 'even', losing: [] } });
  const { json } = await gateway.caller().call('getblockcount');
  expect(json.error).toEqual({ code: -32002, message: expect.stringContaining('no branch is pinned') });
});

test('sends a transaction to all members, and again without an error', async () => {
  const gateway = await both();
  const { hex, txid } = await newTransaction();
  const caller = gateway.caller();
  expect((await caller.call('sendrawtransaction', [hex])).json).toMatchObject({ result: txid, error: null });
  await until('both members have it', async () => {
    const pools = await Promise.all([a, b].map(({ daemon }) => daemon.ask('getrawmempool')));
    return pools.every(({ result }) => (result as string[]).includes(txid));
  });
  await share(a.daemon, await a.daemon.mine(1), b.daemon);
  expect((await caller.call('sendrawtransaction', [hex])).json).toMatchObject({ result: txid, error: null });
});

test('hands each write to the agent until it is acknowledged, without parameters', async () => {
  const gateway = await both();
  const { hex, txid } = await newTransaction();
  await gateway.caller().call('sendrawtransaction', [hex]);
  await gateway.caller().call('sendrawtransaction', ['00']);
  const { writes } = await gateway.report();
  expect(writes).toMatchObject([
    { consumer: 'electrs', method: 'sendrawtransaction', txid, outcome: 'ok' },
    { consumer: 'electrs', method: 'sendrawtransaction', txid: null, outcome: 'rpc_error' },
  ]);
  expect(JSON.stringify([writes, gateway.log])).not.toContain(hex);
  await gateway.acknowledge(writes.map(({ id }) => id));
  expect((await gateway.report()).writes).toEqual([]);
});

test('refuses a consumer within two seconds of its revocation, and ends its calls', async () => {
  const gateway = await both();
  const caller = gateway.caller();
  const waiting = expect(caller.call('waitfornewblock')).rejects.toThrow();
  await until('the call waits', async () =>
    (await gateway.report()).endpoints[0]?.members.some(({ inFlight }) => inFlight > 0),
  );
  await gateway.configure({ consumers: [] });
  await waiting;
  expect((await gateway.caller().call('uptime')).status).toBe(401);
});

test('takes the old and the new secret during a rotation, and then the new one', async () => {
  const gateway = await both();
  const [old, next] = [
    { id: 'old', sha256: sha256('another secret') },
    { id: 'next', sha256: sha256(secret) },
  ];
  await gateway.configure({ consumers: [consumerConfig('electrs', { secrets: [old, next] })] });
  expect((await gateway.caller().call('uptime')).status).toBe(200);
  await gateway.configure({ consumers: [consumerConfig('electrs', { secrets: [old] })] });
  expect((await gateway.caller().call('uptime')).status).toBe(401);
});

test('keeps serving the last good configuration, and reports why', async () => {
  const gateway = await both();
  gateway.write('{"version":1');
  await until('the gateway reports the fault', async () => (await gateway.report()).configuration.problem !== null);
  expect((await gateway.report()).configuration.problem).toBe('the configuration is not JSON');
  expect((await gateway.caller().call('uptime')).status).toBe(200);
});

test('limits the calls of one consumer, and no others', async () => {
  const gateway = await both();
  await gateway.configure({ consumers: [consumerConfig('electrs', { callsPerSecond: 0.01 }), consumerConfig('lnd')] });
  await gateway.caller().call('uptime');
  const refused = await gateway.caller().call('uptime');
  expect([refused.status, refused.json.error?.code, refused.headers['retry-after']]).toEqual([429, -32005, '100']);
  expect((await gateway.caller('lnd').call('uptime')).status).toBe(200);
});

test('says that a method outside of the whitelist waits for a restart', async () => {
  const gateway = await both();
  await gateway.configure({
    consumers: [consumerConfig('electrs', { methods: ['uptime', 'getmemoryinfo', 'gettxoutsetinfo'] })],
  });
  const { json } = await gateway.caller().call('gettxoutsetinfo');
  expect(json.error?.message).toContain('after the next restart of the node');
});

test('explains why a member is not used', async () => {
  const gateway = await runningGateway([a.member, { ...b.member, startedWithGatewayUser: false }]);
  await gateway.untilMembers('used', 'needs_restart');
  expect((await gateway.report()).endpoints[0]?.members[1]?.reason).toContain('after its next restart');
});

test('counts calls by consumer, method and outcome', async () => {
  const gateway = await both();
  await gateway.caller().call('uptime');
  await gateway.caller().call('stop');
  const metrics = await gateway.metrics();
  expect(metrics).toContain(
    'satrap_gateway_requests_total{endpoint="main",consumer="electrs",method="uptime",outcome="ok"} 1',
  );
  expect(metrics).toContain('method="",outcome="not_allowed"} 1');
  expect(metrics).toContain('satrap_gateway_member_used{endpoint="main",node="alpha"} 1');
});

test('uses a wallet where it is loaded, and only with the methods of wallets', async () => {
  const gateway = await both();
  await a.daemon.ask('createwallet', ['hot']);
  onTestFinished(async () => {
    await a.daemon.ask('unloadwallet', ['hot']);
  });
  await gateway.configure({ consumers: [consumerConfig('electrs', { methods: [...rpcPresets.wallet.methods] })] });
  const body = JSON.stringify({ method: 'getwalletinfo', id: 1 });
  expect((await gateway.caller().post(body, '/wallet/hot')).json.result).toMatchObject({ walletname: 'hot' });
  expect((await gateway.caller().post(body, '/wallet/none')).json.error?.code).toBe(-18);
  expect((await gateway.caller().call('loadwallet', ['hot'])).json.error?.code).toBe(-32601);
});

test('makes no call of a wallet on another member while its own restarts', async () => {
  const gateway = await both();
  await gateway.configure({ consumers: [consumerConfig('electrs', { methods: [...rpcPresets.wallet.methods] })] });
  await a.daemon.ask('createwallet', ['main']);
  const body = JSON.stringify({ method: 'getwalletinfo', id: 1 });
  expect((await gateway.caller().post(body, '/wallet/main')).json.result).toMatchObject({ walletname: 'main' });
  await a.daemon.stop();
  await b.daemon.ask('createwallet', ['main']);
  onTestFinished(async () => {
    await b.daemon.ask('unloadwallet', ['main']);
    await a.daemon.start();
  });
  await until('the gateway notices', async () => (await gateway.report()).endpoints[0]?.members[0]?.code !== 'used');
  expect((await gateway.caller().post(body, '/wallet/main')).json.error?.code).toBe(-19);
});

test.each([
  ['another HTTP method', 'GET', '/', 405],
  ['the REST interface', 'POST', '/rest/chaininfo.json', 404],
  ['a path with a query', 'POST', '/?wallet=hot', 404],
  ['a path of a wallet that is not UTF-8', 'POST', '/wallet/%ff', 404],
])('refuses %s', async (_, method, path, status) => {
  const { port } = await both();
  const { promise, resolve } = Promise.withResolvers<number>();
  const options = { host: '127.0.0.1', port, method, path, auth: `electrs:${secret}`, agent: false };
  request(options, (response) => {
    text(response).then(() => resolve(response.statusCode ?? 0));
  }).end();
  expect(await promise).toBe(status);
});

test('answers pipelined requests in their order', async () => {
  const { port } = await both();
  const authorization = `authorization: Basic ${Buffer.from(`electrs:${secret}`).toString('base64')}`;
  const sent = Array.from({ length: 5 }, (_, id) => {
    const body = JSON.stringify({ method: id % 2 === 0 ? 'getblockcount' : 'uptime', id });
    return `POST / HTTP/1.1\r\nhost: x\r\n${authorization}\r\ncontent-length: ${body.length}\r\n${id === 4 ? 'connection: close\r\n' : ''}\r\n${body}`;
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(sent.join(''));
  expect([...(await text(socket)).matchAll(/"id":(\d)/g)].map(([, id]) => id)).toEqual(['0', '1', '2', '3', '4']);
});

test('answers HTTP/1.0', async () => {
  const { port } = await both();
  const body = '{"method":"uptime","id":1}';
  const authorization = `authorization: Basic ${Buffer.from(`electrs:${secret}`).toString('base64')}`;
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST / HTTP/1.0\r\n${authorization}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"error":null,"id":1\}\n$/);
});
