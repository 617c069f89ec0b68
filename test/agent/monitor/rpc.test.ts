import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { agentRpcMethods, RpcClient, type RpcEndpoint } from '../../../src/agent/monitor/rpc.ts';
import { until } from '../../harness/until.ts';
import { freePort } from '../../setup/postgres.ts';
import { Daemon } from './daemon.ts';

let daemon: Daemon;
const never = new AbortController().signal;

beforeAll(async () => {
  daemon = await Daemon.make();
  await daemon.start();
});
afterAll(() => daemon.remove());

function clientOf(endpoint: RpcEndpoint): RpcClient {
  const client = new RpcClient(endpoint);
  onTestFinished(() => client.close());
  return client;
}

/** Answers one request on each connection as bitcoind does, with `body`; on the second it does what `again` does. */
async function listener(
  body: string,
  again: (socket: Socket) => void,
): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    let requests = 0;
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      if (++requests > 1) again(socket);
      else socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, connections: () => connections };
}

test.each(agentRpcMethods)('invariant 8: the whitelist lets the agent call %s', async (method) => {
  const params = method === 'waitforblockheight' ? [0, 1] : [];
  expect(await daemon.askAsAgent(method, params)).toMatchObject({ status: 200 });
});

test.each([
  'stop',
  'getpeerinfo',
  'generatetodescriptor',
  'invalidateblock',
  'dumpprivkey',
  'setban',
  'getrpcinfo',
  'help',
])('invariant 8: the whitelist refuses %s to the agent', async (method) => {
  expect(await daemon.askAsAgent(method)).toMatchObject({ status: 403 });
});

test('the whitelist of the agent takes nothing from the owner', async () => {
  expect(await daemon.ask('getrpcinfo')).toMatchObject({ status: 200 });
});

test('tells what a wrong password is', async () => {
  const client = clientOf({ ...daemon.endpoint, password: 'another-password' });
  await expect(client.call('uptime', [], never)).rejects.toMatchObject({ name: 'RpcError', fault: 'unauthorized' });
});

test('tells that nobody listens', async () => {
  const client = clientOf({ ...daemon.endpoint, port: await freePort() });
  await expect(client.call('uptime', [], never)).rejects.toMatchObject({ fault: 'unreachable', code: null });
});

test('passes on the daemon’s code and words when it refuses the parameters', async () => {
  await expect(clientOf(daemon.endpoint).call('waitforblockheight', ['high'], never)).rejects.toMatchObject({
    fault: 'refused',
    code: -1,
    message: expect.stringMatching(/JSON value is not an integer/),
  });
});

test('never shows the password in an error', async () => {
  const endpoint = { ...daemon.endpoint, password: 'a-very-secret-word' };
  const faults = await Promise.allSettled([
    clientOf(endpoint).call('uptime', [], never),
    clientOf({ ...endpoint, port: await freePort() }).call('uptime', [], never),
  ]);
  const shown = faults.map((fault) =>
    fault.status === 'rejected' ? String((fault.reason as Error).stack) : 'answered',
  );
  expect(shown.join('\n')).not.toMatch(/a-very-secret-word|answered/);
});

test('gives up after its time, and at once when aborted', async () => {
  const client = clientOf(daemon.endpoint);
  const begun = performance.now();
  await expect(client.call('waitforblockheight', [9, 60_000], never, 0.2)).rejects.toMatchObject({
    fault: 'unreachable',
  });
  expect(performance.now() - begun).toBeGreaterThan(150);
  const abort = new AbortController();
  const waiting = client.call('waitforblockheight', [9, 60_000], abort.signal);
  const abortedAt = performance.now();
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ fault: 'unreachable' });
  // The daemon would have held it for a minute.
  expect(performance.now() - abortedAt).toBeLessThan(20_000);
});

test('tells an answer that is no JSON-RPC from a refusal of the daemon', async () => {
  const { port } = await listener('<html>not a daemon</html>', (socket) => socket.destroy());
  await expect(clientOf({ ...daemon.endpoint, port }).call('uptime', [], never)).rejects.toMatchObject({
    fault: 'refused',
    message: 'the daemon answered uptime with HTTP 200 and no JSON-RPC',
  });
});

test('asks again when an idle connection was closed at the moment of its next use', async () => {
  const { port, connections } = await listener('{"result":7,"error":null,"id":1}', (socket) => socket.destroy());
  const client = clientOf({ ...daemon.endpoint, port });
  expect([await client.call('uptime', [], never), await client.call('uptime', [], never)]).toEqual([7, 7]);
  expect(connections()).toBe(2);
});

test('loses no call over a daemon that closes idle connections just when the next call comes', {
  timeout: 60_000,
}, async () => {
  const hurried = await Daemon.make(['rpcservertimeout=1']);
  onTestFinished(() => hurried.remove());
  await hurried.start();
  const client = clientOf(hurried.endpoint);
  for (let round = 0; round < 10; round++) {
    const calls = [1, 2, 3, 4].map(() => client.call('uptime', [], never));
    await expect(Promise.all(calls)).resolves.toHaveLength(4);
    // The daemon's own limit, give or take a few milliseconds.
    const next = performance.now() + 996 + round;
    await until('the connections have idled', () => performance.now() >= next, 5000, 1);
  }
});
