import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { AnswerBudget } from '../../../src/agent/monitor/answer-limits.ts';
import { AnswerMemory } from '../../../src/agent/monitor/answer-memory.ts';
import { monitorDaemon } from '../../../src/agent/monitor/daemon-monitor.ts';
import type { NodeHealth } from '../../../src/agent/monitor/daemon-view.ts';
import { RpcClient } from '../../../src/agent/monitor/rpc.ts';
import { readChain, readSlowPart } from '../../../src/agent/monitor/sample.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { listenHere } from '../../harness/listen.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { watchLoop } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';

// Invariant 18: whatever a daemon answers is bounded.

const never = new AbortController().signal;
const kibibyte = 1024;

interface Call {
  id: number;
  method: string;
}

/** Writes to a socket for as long as the other side reads. */
function flood(socket: Socket, piece: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', write);
  write();
}

/** A server that gives each request to `answer`. */
async function daemonThat(answer: (socket: Socket, calls: Call[], isBatch: boolean) => void, memory?: AnswerMemory) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      const [, body = ''] = chunk.toString().split('\r\n\r\n');
      const called = JSON.parse(body) as Call | Call[];
      answer(socket, [called].flat(), Array.isArray(called));
    });
  });
  const endpoint = { host: '127.0.0.1', port: await listenHere(server), user: 'u', password: 'p' };
  const client = new RpcClient(endpoint, memory);
  onTestFinished(() => {
    client[Symbol.dispose]();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { endpoint, client };
}

const headOf = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`;

function reply(socket: Socket, body: string): void {
  socket.write(`${headOf(Buffer.byteLength(body))}${body}`);
}

/** A daemon whose results are JSON texts by method. */
const daemonWith = (results: Readonly<Record<string, string>>, memory?: AnswerMemory) =>
  daemonThat((socket, calls, isBatch) => {
    const answers = calls.map(({ id, method }) => `{"id":${id},"error":null,"result":${results[method] ?? 'null'}}`);
    reply(socket, isBatch ? `[${answers.join(',')}]` : (answers[0] ?? ''));
  }, memory);

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const endless: Readonly<Record<string, (socket: Socket) => void>> = {
  'an endless body': (socket) => {
    socket.write(headOf(1e12));
    flood(socket, 'x'.repeat(65_536));
  },
  'endless chunks of one byte': (socket) => {
    socket.write(chunked);
    flood(socket, '1\r\nx\r\n'.repeat(1000));
  },
  'endless interim answers': (socket) => flood(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000)),
  'endless headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    flood(socket, `x-header: ${'y'.repeat(1000)}\r\n`);
  },
};

test.each(Object.entries(endless))('call › gives up %s', async (_what, answer) => {
  const { client } = await daemonThat(answer);
  const before = process.memoryUsage().arrayBuffers;
  const failed = await client.call('getblockchaininfo', [], never, 600).catch((error: unknown) => error);
  expect(failed).toMatchObject({ name: 'RpcError' });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * kibibyte);
});

test('call › names the limit of an answer that exceeds it', async () => {
  const { client } = await daemonWith({ getblockchaininfo: `"${'x'.repeat(200 * kibibyte)}"` });
  await expect(client.call('getblockchaininfo', [], never)).rejects.toMatchObject({
    fault: 'invalid',
    message: 'the daemon’s answer to getblockchaininfo exceeds 128 KiB',
  });
});

test('call › ends an answer that drips at its timeout', async () => {
  const { client } = await daemonThat((socket) => {
    socket.write(headOf(1e6));
    const timer = setInterval(() => socket.write('x'), 10);
    socket.on('close', () => clearInterval(timer));
  });
  await expect(client.call('uptime', [], never, 0.3)).rejects.toMatchObject({ fault: 'timeout' });
});

test.each([
  ['deeply nested lists', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['deeply nested objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['very many values', `[${'[],'.repeat(30_000)}1]`],
])('call › refuses %s before it parses them', async (_what, result) => {
  const { client } = await daemonWith({ uptime: result });
  await expect(client.call('uptime', [], never)).rejects.toMatchObject({
    fault: 'invalid',
    message: expect.stringContaining('nested too deeply or has too many values'),
  });
});

test('call › cuts an error message of the daemon', async () => {
  const { client } = await daemonThat((socket, [call]) =>
    reply(socket, `{"id":${call?.id},"result":null,"error":{"code":-1,"message":"${'\\u0007long'.repeat(9000)}"}}`),
  );
  const failed = await client.call('uptime', [], never).catch((error: Error) => error);
  expect(failed).toMatchObject({ fault: 'refused', code: -1 });
  expect((failed as Error).message).toHaveLength(500);
});

test('answer budget › lets a daemon make a caller wait after 8 MiB at once', () => {
  let now = 0;
  const budget = new AnswerBudget(() => now);
  budget.spend(8192 * kibibyte);
  expect(budget.waitMs).toBe(0);
  budget.spend(256 * kibibyte);
  expect(budget.waitMs).toBe(1000);
  now += 1000;
  expect(budget.waitMs).toBe(0);
});

test('answer budget › counts small answers, so that no loop is tight', () => {
  const budget = new AnswerBudget(() => 0);
  let calls = 0;
  for (; budget.waitMs === 0; calls++) budget.spend(1);
  expect(calls).toBe(513);
});

const chain = {
  ...{ chain: 'regtest', blocks: 1, headers: 1, bestblockhash: 'aa', verificationprogress: 1 },
  ...{ initialblockdownload: false, size_on_disk: 1, warnings: [] as string[] },
};
const figures = {
  getblockchaininfo: JSON.stringify(chain),
  getnetworkinfo: '{"subversion":"/S/","connections":0}',
  getmempoolinfo: '{"size":0,"bytes":0}',
  uptime: '1',
  getindexinfo: '{}',
  getnettotals: '{"totalbytesrecv":0,"totalbytessent":0}',
  listwalletdir: '{"wallets":[{"name":"savings"}]}',
  listwallets: '[]',
  getchaintips: '[]',
};

const tips = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, height) => ({
      ...{ height, hash: height.toString(16).padStart(64, '0'), branchlen: 1 },
      status: height === 0 ? 'active' : 'valid-headers',
    })),
  );

test('readSlowPart › counts 20,000 branches and keeps four', async () => {
  const { client } = await daemonWith({ ...figures, getchaintips: tips(20_000) });
  const { chainTips, invalidAnswer } = await readSlowPart(client, true, never);
  expect(invalidAnswer).toBeNull();
  expect(chainTips?.branches).toHaveLength(4);
  expect(chainTips?.chainTips).toContainEqual({ status: 'valid_headers', count: 19_999 });
});

test('readSlowPart › keeps the figures of a daemon with too many branches', async () => {
  const { client } = await daemonWith({ ...figures, getchaintips: tips(60_000) });
  const { part, chainTips, wallets, invalidAnswer } = await readSlowPart(client, true, never);
  expect(part.uptimeSeconds).toBe(1);
  expect(wallets).toEqual(['savings']);
  expect(chainTips).toEqual({ branches: null, chainTips: null });
  expect(invalidAnswer).toBe('the daemon’s answer to getchaintips exceeds 4 MiB');
});

test('call › shares the memory of large answers between fifty daemons', async () => {
  const memory = new AnswerMemory(8 * 1024 * kibibyte);
  const dripping = (socket: Socket) => socket.write(`${headOf(4e6)}${'x'.repeat(1024 * kibibyte)}`);
  const ending = new AbortController();
  const faults: unknown[] = [];
  const calls = Array.from({ length: 50 }, async () => {
    const { client } = await daemonThat(dripping, memory);
    await client.call('getchaintips', [], ending.signal, 600).catch(({ fault }) => faults.push(fault));
  });
  // Each takes more than one MiB.
  await until('all but those that fit are given up', () => faults.length >= 42);
  expect(memory.bytes).toBeLessThanOrEqual(8 * 1024 * kibibyte);
  expect(new Set(faults)).toEqual(new Set(['timeout']));
  const honest = await daemonWith({ getchaintips: tips(20_000), uptime: '7' }, memory);
  expect(await honest.client.call('uptime', [], never)).toBe(7);
  expect(await honest.client.call('getchaintips', [], never)).toHaveLength(20_000);
  ending.abort();
  await Promise.all(calls);
  expect(memory.bytes).toBe(0);
});

test('answer memory › gives up the answer that became large first, and no small one', () => {
  const memory = new AnswerMemory(1000 * kibibyte);
  const revoked: string[] = [];
  const [first, second, small] = ['first', 'second', 'small'].map((name) => memory.share(() => revoked.push(name)));
  small?.grow(128 * kibibyte);
  first?.grow(400 * kibibyte);
  second?.grow(400 * kibibyte);
  first?.grow(600 * kibibyte);
  expect(revoked).toEqual([]);
  second?.grow(600 * kibibyte);
  expect(revoked).toEqual(['first']);
  expect([first, second, small].map((share) => share?.isRevoked)).toEqual([true, false, false]);
  second?.[Symbol.dispose]();
  expect(memory.bytes).toBe(0);
});

const hugeWallets = JSON.stringify({
  wallets: Array.from({ length: 500 }, () => ({ name: 'w'.repeat(200_000) })),
});

test('readSlowPart › reports the wallets of a daemon with giant names as unknown', async () => {
  const { client } = await daemonWith({ ...figures, listwalletdir: hugeWallets });
  const { part, wallets, invalidAnswer } = await readSlowPart(client, false, never);
  expect(part.uptimeSeconds).toBe(1);
  expect(wallets).toBeNull();
  expect(invalidAnswer).toBe('the daemon’s answer to listwalletdir, listwallets exceeds 512 KiB');
});

test.each([
  ['a height of 1e300', { blocks: 1e300 }],
  ['a height of -5', { blocks: -5 }],
  ['a time of 1e300', { time: 1e300 }],
  ['a hash of 3,000 characters', { bestblockhash: 'a'.repeat(3000) }],
  ['a chain that is a list', { chain: ['main'] }],
])('readChain › refuses %s', async (_what, change) => {
  const { client } = await daemonWith({ getblockchaininfo: JSON.stringify({ ...chain, ...change }) });
  await expect(readChain(client, never)).rejects.toMatchObject({ name: 'RpcError', fault: 'invalid' });
});

test('readChain › keeps ten warnings of 500 characters', async () => {
  const warnings = Array.from({ length: 50 }, (_, index) => `${index}${'w'.repeat(1000)}`);
  const { client } = await daemonWith({ getblockchaininfo: JSON.stringify({ ...chain, warnings }) });
  const { part } = await readChain(client, never);
  expect(part.warnings.map(({ length }) => length)).toEqual(Array(10).fill(500));
});

async function healthWith(results: Readonly<Record<string, string>>, isDone: (health: NodeHealth) => boolean) {
  const { endpoint } = await daemonWith(results);
  const abort = new AbortController();
  const healths: NodeHealth[] = [];
  const ended = monitorDaemon(
    {
      rpc: endpoint,
      stats: async () => ({ cpuPercent: null, memoryMiB: null }),
      onHealth: (health) => healths.push(health),
      onSample: () => undefined,
      ...{
        clock: systemClock,
        sampleIntervalSeconds: 30,
        watchLoop,
        answerMemory: new AnswerMemory(),
        log: listeningLog().log,
      },
    },
    abort.signal,
  );
  await until('the monitor reports it', () => healths.some(isDone));
  abort.abort();
  await ended;
}

test('monitorDaemon › reports wallets that cannot be read as invalid', () =>
  healthWith(
    { ...figures, listwalletdir: hugeWallets },
    (health) => health.state === 'running' && health.view?.invalidAnswer?.includes('listwalletdir') === true,
  ));

test('monitorDaemon › reports figures that cannot be read as invalid', () =>
  healthWith(
    { ...figures, getnetworkinfo: '7' },
    (health) => health.state === 'running' && health.view?.invalidAnswer?.includes('getnetworkinfo') === true,
  ));

test('monitorDaemon › reports a chain that cannot be read as invalid', () =>
  healthWith(
    { ...figures, getblockchaininfo: '[]' },
    (health) => health.state === 'starting' && health.invalidAnswer?.includes('getblockchaininfo') === true,
  ));
