import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
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
  onTestFinished(() => client[Symbol.dispose]());
  return client;
}

/**
 * A server that answers the first request on each connection like bitcoind, with `body`, and ends the connection at
 * the second.
 */
async function listener(body: string): Promise<{ endpoint: RpcEndpoint; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    let requests = 0;
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      if (++requests > 1) socket.destroy();
      else socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
    onTestFinished(() => void socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { endpoint: { host: '127.0.0.1', port, user: 'u', password: 'p' }, connections: () => connections };
}

test('what a person reads is JSON with the integers that the daemon wrote', async () => {
  const { endpoint } = await listener('{"result":{"timeout":9223372036854775807},"error":null,"id":1}');
  expect(await clientOf(endpoint).read('getblockchaininfo', [], never, 1000)).toBe('{"timeout":9223372036854775807}');
});

/** Of the methods that require parameters. */
const neededParams: Readonly<Record<string, unknown[]>> = { waitforblockheight: [0, 1], getblockhash: [0] };

test('invariant 8: the whitelist lets the agent make each of its calls', async () => {
  for (const method of agentRpcMethods) {
    // The daemon of the tests has no such method, and would refuse one outside of the list with 403.
    const status = method === 'getdeploymentinfo' ? 404 : 200;
    expect(await daemon.askAsAgent(method, neededParams[method] ?? []), method).toMatchObject({ status });
  }
});

test('invariant 8: the whitelist refuses everything else to the agent, and restricts no other user', async () => {
  const others = ['stop', 'getnodeaddresses', 'getwalletinfo', 'generatetodescriptor', 'invalidateblock'];
  for (const method of [...others, 'dumpprivkey', 'setban', 'getrpcinfo', 'help'])
    expect(await daemon.askAsAgent(method), method).toMatchObject({ status: 403 });
  expect(await daemon.ask('getrpcinfo')).toMatchObject({ status: 200 });
});

test('invariant 8: a call with a wrong password fails as unauthorized, one to nobody as unreachable, and neither shows the password', async () => {
  const endpoint = { ...daemon.endpoint, password: 'a-very-secret-word' };
  const errorAt = (at: RpcEndpoint) =>
    clientOf(at)
      .call('uptime', [], never)
      .catch((error: Error) => error);
  const refused = await errorAt(endpoint);
  expect(refused).toMatchObject({ name: 'RpcError', fault: 'unauthorized' });
  const nobody = await errorAt({ ...endpoint, port: await freePort() });
  expect(nobody).toMatchObject({ fault: 'unreachable', code: null });
  for (const error of [refused, nobody]) expect(String((error as Error).stack)).not.toContain('a-very-secret-word');
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
    const calls = callsOf('uptime', 'getblockhash', 'getmempoolinfo');
    const outcomes = await clientOf(daemon.endpoint).callAll(calls, never);
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
    const { endpoint } = await listener(body);
    const calls = clientOf(endpoint).callAll(callsOf('uptime', 'getmempoolinfo'), never);
    await expect(calls).rejects.toMatchObject({ name: 'RpcError', fault: 'refused' });
  });
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
  const { endpoint } = await listener('<html>not a daemon</html>');
  await expect(clientOf(endpoint).call('uptime', [], never)).rejects.toMatchObject({
    fault: 'refused',
    message: 'the daemon answered uptime with HTTP 200 and no JSON-RPC',
  });
});

test('a call is repeated when its idle connection was closed at the moment of use', async () => {
  const { endpoint, connections } = await listener('{"result":7,"error":null,"id":1}');
  const client = clientOf(endpoint);
  expect([await client.call('uptime', [], never), await client.call('uptime', [], never)]).toEqual([7, 7]);
  expect(connections()).toBe(2);
});

test('no call is lost when the daemon closes idle connections at the moment of the next call', async () => {
  const hurried = await Daemon.make(['rpcservertimeout=1']);
  onTestFinished(() => hurried.remove());
  await hurried.start();
  const client = clientOf(hurried.endpoint);
  for (let round = 0; round < 3; round++) {
    const calls = [1, 2, 3, 4].map(() => client.call('uptime', [], never));
    await expect(Promise.all(calls)).resolves.toHaveLength(4);
    // The daemon's own timeout, give or take a few milliseconds.
    const next = performance.now() + 996 + 4 * round;
    await until('the connections were idle', () => performance.now() >= next, undefined, 1);
  }
});
