import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type AgentRpcMethod, agentRpcMethods, RpcClient, type RpcEndpoint } from '../../../src/agent/monitor/rpc.ts';
import { freePort } from '../../harness/free-port.ts';
import { until } from '../../harness/until.ts';
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

/**
 * A server that answers the first request on each connection like bitcoind, with `body`, and calls `again` on the
 * second.
 */
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

test('what a person reads is JSON with the integers that the daemon wrote', async () => {
  const { port } = await listener('{"result":{"timeout":9223372036854775807},"error":null,"id":1}', () => {});
  const client = clientOf({ host: '127.0.0.1', port, user: 'u', password: 'p' });
  expect(await client.read('getblockchaininfo', [], never, 1000)).toBe('{"timeout":9223372036854775807}');
});

/** Of the methods that require parameters. */
const neededParams: Readonly<Record<string, unknown[]>> = { waitforblockheight: [0, 1], getblockhash: [0] };

test.each(agentRpcMethods)('invariant 8: the whitelist lets the agent call %s', async (method) => {
  // The daemon of the tests has no such method, and would refuse one outside of the list with 403.
  const status = method === 'getdeploymentinfo' ? 404 : 200;
  expect(await daemon.askAsAgent(method, neededParams[method] ?? [])).toMatchObject({ status });
});

test.each([
  'stop',
  'getnodeaddresses',
  'getwalletinfo',
  'generatetodescriptor',
  'invalidateblock',
  'dumpprivkey',
  'setban',
  'getrpcinfo',
  'help',
])('invariant 8: the whitelist refuses %s to the agent', async (method) => {
  expect(await daemon.askAsAgent(method)).toMatchObject({ status: 403 });
});

test('the whitelist of the agent restricts no other user', async () => {
  expect(await daemon.ask('getrpcinfo')).toMatchObject({ status: 200 });
});

test('a call with a wrong password fails as unauthorized', async () => {
  const client = clientOf({ ...daemon.endpoint, password: 'another-password' });
  await expect(client.call('uptime', [], never)).rejects.toMatchObject({ name: 'RpcError', fault: 'unauthorized' });
});

test('a call fails as unreachable when nothing listens', async () => {
  const client = clientOf({ ...daemon.endpoint, port: await freePort() });
  await expect(client.call('uptime', [], never)).rejects.toMatchObject({ fault: 'unreachable', code: null });
});

test('a call whose parameters the daemon refuses fails with the daemon’s code and message', async () => {
  await expect(clientOf(daemon.endpoint).call('waitforblockheight', ['high'], never)).rejects.toMatchObject({
    fault: 'refused',
    code: -1,
    message: expect.stringMatching(/JSON value is not an integer/),
  });
});

const callsOf = (...methods: AgentRpcMethod[]) => methods.map((method) => ({ method }));

describe('calls in one request', () => {
  test('have a result or an error each, in their order', async () => {
    const outcomes = await clientOf(daemon.endpoint).callAll(
      callsOf('uptime', 'getblockhash', 'getmempoolinfo'),
      never,
    );
    expect(outcomes).toEqual([
      { result: expect.any(Number) },
      // Its parameter is missing.
      expect.objectContaining({ name: 'RpcError', fault: 'refused', code: -1 }),
      { result: expect.objectContaining({ size: 0 }) },
    ]);
  });

  test('fail as unauthorized where the daemon allows only some of them', async () => {
    const calls = callsOf('uptime', 'getrpcinfo' as AgentRpcMethod);
    await expect(clientOf(daemon.endpoint).callAll(calls, never)).rejects.toMatchObject({ fault: 'unauthorized' });
  });

  test.each([
    ['one answer only', '[{"id":1,"result":1,"error":null}]'],
    ['a single object', '{"id":null,"result":null,"error":{"code":-32700,"message":"Parse error"}}'],
    ['a page', '<html></html>'],
  ])('fail where they are answered by %s', async (_what, body) => {
    const { port } = await listener(body, (socket) => socket.destroy());
    const calls = clientOf({ ...daemon.endpoint, port }).callAll(callsOf('uptime', 'getmempoolinfo'), never);
    await expect(calls).rejects.toMatchObject({ name: 'RpcError', fault: 'refused' });
  });
});

test('invariant 8: the error of a call never shows the password', async () => {
  const endpoint = { ...daemon.endpoint, password: 'a-very-secret-word' };
  const outcomes = await Promise.allSettled([
    clientOf(endpoint).call('uptime', [], never),
    clientOf({ ...endpoint, port: await freePort() }).call('uptime', [], never),
  ]);
  const shown = outcomes.map((outcome) =>
    outcome.status === 'rejected' ? String((outcome.reason as Error).stack) : 'answered',
  );
  expect(shown.join('\n')).not.toMatch(/a-very-secret-word|answered/);
});

test('a call is given up after its time, and at once when it is aborted', async () => {
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

test('a call fails with the HTTP status when the answer is not JSON-RPC', async () => {
  const { port } = await listener('<html>not a daemon</html>', (socket) => socket.destroy());
  await expect(clientOf({ ...daemon.endpoint, port }).call('uptime', [], never)).rejects.toMatchObject({
    fault: 'refused',
    message: 'the daemon answered uptime with HTTP 200 and no JSON-RPC',
  });
});

test('a call is repeated when its idle connection was closed at the moment of use', async () => {
  const { port, connections } = await listener('{"result":7,"error":null,"id":1}', (socket) => socket.destroy());
  const client = clientOf({ ...daemon.endpoint, port });
  expect([await client.call('uptime', [], never), await client.call('uptime', [], never)]).toEqual([7, 7]);
  expect(connections()).toBe(2);
});

test('no call is lost when the daemon closes idle connections at the moment of the next call', async () => {
  const hurried = await Daemon.make(['rpcservertimeout=1']);
  onTestFinished(() => hurried.remove());
  await hurried.start();
  const client = clientOf(hurried.endpoint);
  for (let round = 0; round < 10; round++) {
    const calls = [1, 2, 3, 4].map(() => client.call('uptime', [], never));
    await expect(Promise.all(calls)).resolves.toHaveLength(4);
    // The daemon's own timeout, give or take a few milliseconds.
    const next = performance.now() + 996 + round;
    await until('the connections were idle', () => performance.now() >= next, undefined, 1);
  }
});
