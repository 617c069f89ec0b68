import { beforeEach, expect, test } from 'vitest';
import { ControlPlaneError, toControlPlaneError } from '../../../src/agent/control-plane/call-error.ts';
import { ControlPlaneClient } from '../../../src/agent/control-plane/client.ts';
import { ConnectionFailed } from '../../../src/agent/control-plane/http-connections.ts';
import type { SyncExecutorInput } from '../../../src/contract/types.generated.ts';
import { desired } from '../../fixtures/node.ts';
import { answering, type Fault, FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { shared } from '../../harness/shared-part.ts';
import { until } from '../../harness/until.ts';
import { describedHost, syncAnswer } from '../sync/described-host.ts';

const controlPlane = shared(FaultyControlPlane.start, (started) => started.close());
const never = new AbortController().signal;

beforeEach(() => {
  controlPlane.fault = undefined;
  controlPlane.mostAtOnce = 0;
  controlPlane.syncs.length = 0;
});

const clientOf = (timeoutSeconds = 10) =>
  new ControlPlaneClient({ url: controlPlane.url, apiKey: controlPlane.apiKey, timeoutSeconds });

async function faultOf(call: Promise<unknown>): Promise<ControlPlaneError> {
  const error = await call.then(
    () => new Error('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ControlPlaneError)) throw error;
  return error;
}

const json = (body: unknown): Fault => answering(200, 'application/json', JSON.stringify(body));
const answer = syncAnswer({ heartbeatIntervalSeconds: 5 });
const node = desired({ id: '0195b1a2-0000-7000-8000-000000000000', overrides: [{ key: 'dbcache', value: '100' }] });
const ofMove = { from: 'default', to: 'ssd' };
/** As the control plane sends it: with a field for each kind. */
const move = { id: 'm1', kind: 'move', params: { reindex: null, move: ofMove }, hasStarted: false };
const syncing = (more: object): Fault => json({ data: { syncExecutor: { ...answer, ...more } } });

const withNode = (change: object) => syncing({ nodes: [{ ...node, ...change }] });
const intoPath = { operations: [{ ...move, params: { move: { ...ofMove, to: '../etc' } } }] };
const invalid: Record<string, Fault> = {
  HTML: answering(200, 'text/html', '<html>\n<p>a proxy speaks</p>'),
  'half of its JSON': answering(200, 'application/json', '{"data":{"syncExecutor":{"nodes":[]'),
  'an empty body': answering(200, 'application/json', ''),
  'a list for a body': json([]),
  'no data': json({ data: null }),
  'null for syncExecutor': json({ data: { syncExecutor: null } }),
  'no revision': syncing({ revision: undefined }),
  'a revision that no heartbeat could name': syncing({ revision: 2 ** 31 }),
  'no nodes at all': syncing({ nodes: undefined }),
  'an id that is a path': withNode({ id: '../../etc' }),
  'a node without an id': withNode({ id: undefined }),
  'an unknown state of recovery': syncing({ recovery: 'shared' }),
};

test('invariant 5: refuses an answer whose whole is not valid', async () => {
  for (const [name, fault] of Object.entries(invalid)) {
    controlPlane.fault = fault;
    const error = await faultOf(clientOf().sync(describedHost, never));
    expect(error.fault, name).toBe('invalid');
    expect(error.message, name).not.toMatch(/\n|proxy speaks/);
  }
});

const lifecycleOf = ({ desiredState, restartCounter, dataPolicy, removableWallets }: typeof node) => ({
  ...{ desiredState, restartCounter, dataPolicy, removableWallets },
});

test.each<[string, object]>([
  ['the network “testnet5”', { network: 'testnet5' }],
  ['the client “libre relay”', { client: 'libre\nrelay' }],
  ['the node type “assumeutxo”', { nodeType: 'assumeutxo' }],
  ['the operation “divination”', { operations: [move, { ...move, kind: 'divination', params: {} }] }],
  ['the parameters of its operation “move”', intoPath],
  ['its revision', { revision: 2 ** 31 }],
  ['its rpcAuth', { rpcAuth: 'a:00$ff\nrpcbind=0.0.0.0' }],
])('takes an answer with one node that has %s, without that node', async (unsupported, change) => {
  const other = { ...node, id: 'other' };
  controlPlane.fault = syncing({ nodes: [{ ...node, ...change }, other] });
  expect(await clientOf().sync(describedHost, never)).toEqual({
    ...{ ...answer, nodes: [other] },
    unsupportedNodes: [{ id: node.id, name: node.name, unsupported, lifecycle: lifecycleOf(node) }],
  });
});

test('a node whose desired state is unknown is not started, stopped or deleted', async () => {
  for (const [desiredState, unsupported] of [
    ['paused', 'the desired state “paused”'],
    [undefined, 'its desired state'],
  ]) {
    controlPlane.fault = withNode({ desiredState });
    const { unsupportedNodes } = await clientOf().sync(describedHost, never);
    expect(unsupportedNodes).toMatchObject([{ unsupported, lifecycle: null }]);
  }
});

test('a node without a valid name goes by its id', async () => {
  controlPlane.fault = withNode({ name: 'a\nserver=0' });
  const { unsupportedNodes } = await clientOf().sync(describedHost, never);
  expect(unsupportedNodes).toMatchObject([{ name: node.id, unsupported: 'its name' }]);
});

test('ignores a request and an upgrade whose form is unknown, and names them', async () => {
  const request = { id: 'r', nodeId: node.id, kind: 'log', args: {} };
  controlPlane.fault = syncing({ requests: [{ ...request, id: 7 }, request], upgrade: { plan: 'later' } });
  const ignored = ['a request', 'an upgrade'];
  expect(await clientOf().sync(describedHost, never)).toEqual({ ...answer, requests: [request], ignored });
});

test('returns a valid answer unchanged, except for an interval out of bounds', async () => {
  const requests = [{ id: 'r', nodeId: node.id, kind: 'divination', args: { log: null } }];
  const nodes = [{ ...node, operations: [move] }];
  controlPlane.fault = syncing({ nodes, heartbeatIntervalSeconds: 0, requests });
  const known = [{ ...node, operations: [{ ...move, params: ofMove }] }];
  const accepted = { ...answer, nodes: known, heartbeatIntervalSeconds: 1, requests };
  expect(await clientOf().sync(describedHost, never)).toEqual(accepted);
  controlPlane.fault = syncing({ heartbeatIntervalSeconds: 1e9 });
  expect((await clientOf().sync(describedHost, never)).heartbeatIntervalSeconds).toBe(300);
});

test('sends no lone surrogate in a heartbeat, which the database would refuse', async () => {
  await clientOf().sync({ ...describedHost, channel: 'half \ud83d' }, never);
  expect(controlPlane.syncs[0]?.channel).toBe('half \ufffd');
});

const refusal = (code: string | undefined) => json({ errors: [{ message: 'no', extensions: { code } }] });
const coded = (status: number, code: string) =>
  answering(status, 'application/json', JSON.stringify({ errors: [{ message: 'no', extensions: { code } }] }));
test('a call fails as what its answer means', async () => {
  const answers: [string, string, string | null, Fault][] = [
    ['HTTP 500 with HTML', 'unreachable', null, answering(500, 'text/html', '<html>')],
    ['an error without a code', 'unreachable', null, refusal(undefined)],
    ['HTTP 401', 'unauthorized', null, answering(401, 'text/plain', 'no')],
    ['a control plane without its database', 'unreachable', 'unavailable', coded(503, 'unavailable')],
    ['too many requests', 'unreachable', 'rate_limited', coded(429, 'rate_limited')],
    ['an unknown key', 'unauthorized', 'unauthenticated', refusal('unauthenticated')],
    ['a name in use', 'refused', 'executor_name_in_use', refusal('executor_name_in_use')],
    ['values too large for a proxy', 'refused', 'invalid_input', answering(413, 'text/html', '<html>')],
  ];
  for (const [name, kind, code, fault] of answers) {
    controlPlane.fault = fault;
    expect(await faultOf(clientOf().sync(describedHost, never)), name).toMatchObject({ fault: kind, code });
  }
  const long = new ConnectionFailed(`a\n${'b'.repeat(500)}`);
  expect(toControlPlaneError(long).message).toBe(`cannot reach the control plane: a ${'b'.repeat(297)}…`);
});

test('the error of a call says which value GraphQL refused', async () => {
  const capabilities = { ...describedHost.capabilities, networks: ['swarm'] };
  const input = { ...describedHost, capabilities } as unknown as SyncExecutorInput;
  const error = await faultOf(clientOf().sync(input, never));
  expect(error).toMatchObject({ fault: 'refused', code: 'invalid_input' });
  expect(error.message).toMatch(/Value "swarm" does not exist in "Network"/);
});

test('a call that never ends times out, and is aborted when the agent ends', async () => {
  const half: Fault = (_request, response) => response.writeHead(200, {}).write('{"data":');
  for (const fault of [half, () => true]) {
    controlPlane.fault = fault;
    const error = await faultOf(clientOf(0.2).sync(describedHost, never));
    expect(error).toMatchObject({ fault: 'unreachable', message: 'the control plane did not answer within 0.2 s' });
  }
  controlPlane.mostAtOnce = 0;
  const ending = new AbortController();
  const call = faultOf(clientOf().sync(describedHost, ending.signal));
  await until('the call is under way', () => controlPlane.mostAtOnce > 0);
  ending.abort();
  expect((await call).fault).toBe('unreachable');
});

test('an answer that never ends does not take the host’s memory', async () => {
  let written = 0;
  controlPlane.fault = (_request, response) => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length;
    };
    response.on('drain', more);
    more();
    return true;
  };
  const error = await faultOf(clientOf().sync(describedHost, never));
  expect(error).toMatchObject({ fault: 'invalid' });
  expect(error.message).toMatch(/larger than 32 MiB/);
  expect(written).toBeLessThan(80 * 1024 * 1024);
});

test('invariant 8: the error of a call never has the API key, not even in its cause', async () => {
  const seen: string[] = [];
  const refused = answering(401, 'application/json', '{"errors":[{"message":"no"}]}');
  const broken: Fault = (_request, response) => response.destroy() !== undefined;
  for (const fault of [answering(500, 'text/html', '<html>'), refused, json({ data: null }), broken]) {
    controlPlane.fault = fault;
    const error = await faultOf(clientOf().sync(describedHost, never));
    seen.push(error.message, String(error.stack), JSON.stringify(error.cause ?? null), String(error.cause));
  }
  expect(seen.join('\n')).not.toContain(controlPlane.apiKey);
});

test('the answer to reported events is valid only when it accounts for every event', async () => {
  const at = '2026-01-01T00:00:00.000Z';
  const event = { executorName: 'host', at, level: 'info', kind: 'a', message: 'm' } as const;
  const report = (accepted: number, rejected: unknown) => {
    controlPlane.fault = json({ data: { reportRuntimeEvents: { accepted, rejected } } });
    return clientOf().reportEvents(
      ['e', 'f'].map((id) => ({ ...event, id })),
      never,
    );
  };
  const rejected = [{ id: 'e', reason: 'no' }];
  expect(await report(1, rejected)).toEqual(rejected);
  const another = [{ id: 'another', reason: 'no' }];
  const both = [...rejected, { id: 'f', reason: 'no' }];
  for (const strange of [another, [...rejected, ...rejected], both, [null], null])
    expect((await faultOf(report(1, strange))).fault).toBe('invalid');
  expect((await faultOf(report(0, rejected))).fault).toBe('invalid');
});
