import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { chainKind } from '../../../src/agent/agent-requests/chain.ts';
import { requestResponder } from '../../../src/agent/agent-requests/responder.ts';
import { type EndpointOf, rpcKind } from '../../../src/agent/agent-requests/rpc.ts';
import { RpcClient, type RpcEndpoint } from '../../../src/agent/monitor/rpc.ts';
import { type AgentRpcMethod, agentRpcMethods } from '../../../src/agent/monitor/rpc-methods.ts';
import { rpcAuth } from '../../../src/bitcoin/rpc-auth.ts';
import { requestResults } from '../../../src/contract/agent-requests.ts';
import type { AgentAnswerInput } from '../../../src/contract/types.generated.ts';
import { freePort } from '../../harness/free-port.ts';
import { listenHere } from '../../harness/listen.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';
import { Daemon } from './daemon.ts';

let daemon: Daemon;
/** A daemon whose container was created by an older agent allows less. */
const older = { user: 'older-agent', password: randomBytes(16).toString('hex') };
const never = new AbortController().signal;

beforeAll(async () => {
  const { user, password } = older;
  daemon = await Daemon.make([`rpcauth=${rpcAuth(user, password, 'salt')}`, `rpcwhitelist=${user}:uptime`]);
  await daemon.start();
});
afterAll(() => daemon?.remove());

function clientOf(endpoint: RpcEndpoint): RpcClient {
  const client = new RpcClient(endpoint);
  onTestFinished(() => client[Symbol.dispose]());
  return client;
}

/** A server that answers the first request on each connection with `body`, and ends the connection at the second. */
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
  onTestFinished(() => void server.close());
  const endpoint = { host: '127.0.0.1', port: await listenHere(server), user: 'u', password: 'p' };
  return { endpoint, connections: () => connections };
}

test('what a person reads is JSON with the integers that the daemon wrote', async () => {
  const { endpoint } = await listener('{"result":{"timeout":9223372036854775807},"error":null,"id":1}');
  expect(await clientOf(endpoint).read('getblockchaininfo', [], never, 1000)).toBe('{"timeout":9223372036854775807}');
});

/** The daemon of the tests does not have them, and would refuse methods outside of the list with 403. */
const laterMethods: ReadonlySet<string> = new Set(['getchainstates', 'getdeploymentinfo']);

test('invariant 8: the whitelist allows the agent its calls and nothing else', async () => {
  const { result: genesis } = await daemon.ask('getblockhash', [0]);
  const neededParams: Readonly<Record<string, unknown[]>> = {
    ...{ waitforblockheight: [0, 1], getblockhash: [0], getblockheader: [genesis] },
  };
  for (const method of agentRpcMethods) {
    const status = laterMethods.has(method) ? 404 : 200;
    expect(await daemon.askAsAgent(method, neededParams[method] ?? []), method).toMatchObject({ status });
  }
  const others = ['stop', 'getnodeaddresses', 'getwalletinfo', 'generatetodescriptor', 'invalidateblock'];
  for (const method of [...others, 'dumpprivkey', 'setban', 'getrpcinfo', 'help'])
    expect(await daemon.askAsAgent(method), method).toMatchObject({ status: 403 });
  expect(await daemon.ask('getrpcinfo')).toMatchObject({ status: 200 });
});

test('invariant 8: an unauthorized or unreachable call shows no password', async () => {
  const endpoint = { ...daemon.endpoint, password: 'a-very-secret-word' };
  const errorAt = (at: RpcEndpoint) =>
    clientOf(at)
      .call('uptime', [], never)
      .catch((error: Error) => error);
  const refused = await errorAt(endpoint);
  const message = 'the daemon refused the agent’s call uptime (HTTP 401)';
  expect(refused).toMatchObject({ name: 'RpcError', fault: 'unauthorized', message });
  const nobody = await errorAt({ ...endpoint, port: await freePort() });
  expect(nobody).toMatchObject({ fault: 'unreachable', code: null });
  for (const error of [refused, nobody]) expect(String((error as Error).stack)).not.toContain('a-very-secret-word');
});

const callsOf = (...methods: AgentRpcMethod[]) => methods.map((method) => ({ method }));

test('each call of a batch has a result or an error, in order', async () => {
  const client = clientOf(daemon.endpoint);
  expect(await client.callAll(callsOf('uptime', 'getblockhash', 'getmempoolinfo'), never)).toEqual([
    { result: expect.any(Number) },
    // Its parameter is missing.
    expect.objectContaining({ name: 'RpcError', fault: 'refused', code: -1 }),
    { result: expect.objectContaining({ size: 0 }) },
  ]);
  const some = client.callAll(callsOf('uptime', 'getrpcinfo' as AgentRpcMethod), never);
  await expect(some).rejects.toMatchObject({ fault: 'unauthorized' });
  const message = expect.stringMatching(/JSON value is not an integer/);
  const high = client.call('waitforblockheight', ['high'], never);
  await expect(high).rejects.toMatchObject({ fault: 'refused', code: -1, message });
});

test.each([
  ['one answer only', '[{"id":1,"result":1,"error":null}]'],
  ['a single object', '{"id":null,"result":null,"error":{"code":-32700,"message":"Parse error"}}'],
  ['a page', '<html></html>'],
])('calls that are answered by %s fail', async (_what, body) => {
  const client = clientOf((await listener(body)).endpoint);
  const calls = client.callAll(callsOf('uptime', 'getmempoolinfo'), never);
  await expect(calls).rejects.toMatchObject({ name: 'RpcError', fault: 'invalid' });
});

test('a call is given up after its time, and at once when it is aborted', async () => {
  const client = clientOf(daemon.endpoint);
  const begun = performance.now();
  await expect(client.call('waitforblockheight', [9, 60_000], never, 0.2)).rejects.toMatchObject({
    fault: 'timeout',
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

test('a call is repeated when its idle connection was closed at the moment of use', async () => {
  const { endpoint, connections } = await listener('{"result":7,"error":null,"id":1}');
  const client = clientOf(endpoint);
  expect([await client.call('uptime', [], never), await client.call('uptime', [], never)]).toEqual([7, 7]);
  expect(connections()).toBe(2);
});

/** Each call is a method with its parameters. */
async function answersTo(calls: readonly string[], endpointOf: EndpointOf = () => daemon.endpoint) {
  const reports: AgentAnswerInput[] = [];
  const respond = requestResponder({
    kinds: [rpcKind(endpointOf, never)],
    send: async (input) => {
      reports.push(input);
      return { isTaken: true, isOpen: false };
    },
    log: listeningLog().log,
    signal: never,
  });
  const requests = calls.map((call, index) => {
    const [method, ...params] = call.split(' ');
    return { id: String(index), nodeId: 'one', kind: 'rpc', args: { rpc: { method, params } } };
  });
  respond(requests);
  // A heartbeat repeats requests in progress.
  respond(requests);
  await until('every call is answered', () => reports.length >= calls.length);
  return reports.toSorted((one, other) => Number(one.id) - Number(other.id));
}

test('a daemon is asked what people want to know, each call once', async () => {
  const calls = ['getblockhash 0', 'getblockcount', 'getblockhash 99', 'getdeploymentinfo'];
  const [hash, count, refused, unknown] = await answersTo(calls);
  expect(hash?.result?.rpc).toMatch(/^"[0-9a-f]{64}"$/);
  expect(count).toEqual({ id: '1', result: { rpc: '0' } });
  expect(refused?.error).toBe('Block height out of range');
  expect(unknown?.error).toBe('Method not found');
});

test('whatever the control plane asks for, only calls that read are made', async () => {
  const answers = await answersTo(['stop', 'dumpprivkey x', 'getblockhash 0 1']);
  expect(answers).toHaveLength(3);
  for (const { error } of answers) expect(error).toMatch(/does not allow the call/);
  expect((await daemon.ask('uptime')).status).toBe(200);
});

test('a daemon that does not run, or allows less, is said to', async () => {
  const [stopped] = await answersTo(['uptime'], () => null);
  expect(stopped?.error).toBe('the daemon is not running');
  const [refused, allowed] = await answersTo(['getpeerinfo', 'uptime'], () => ({ ...daemon.endpoint, ...older }));
  expect(refused?.error).toMatch(/restart the node/);
  expect(allowed?.result?.rpc).toMatch(/^\d+$/);
});

test('reads the blocks of a chain with its tip, and leaves out heights above it', async () => {
  const answer = await chainKind(() => daemon.endpoint, never).answer('one', { heights: [0, 1, 99] });
  const { tip, blocks, deployments } = requestResults.chain.parse(answer);
  expect(tip.height).toBe(0);
  expect(blocks).toEqual([{ height: 0, hash: tip.hash }]);
  // The version that the tests run does not report them.
  expect(deployments).toBeNull();
  await expect(chainKind(() => null, never).answer('one', { heights: [1] })).rejects.toThrow('is not running');
});
