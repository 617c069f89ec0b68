import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ControlPlaneClient } from '../../../src/agent/control-plane/client.ts';
import { ControlPlaneError } from '../../../src/agent/control-plane/control-plane-error.ts';
import type { RuntimeEventInput, SyncExecutorInput } from '../../../src/contract/types.generated.ts';
import { answering, type Fault, FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { until } from '../../harness/until.ts';
import { describedHost } from '../sync/described-host.ts';

let controlPlane: FaultyControlPlane;
const never = new AbortController().signal;

beforeEach(async () => {
  controlPlane = await FaultyControlPlane.start();
});
afterEach(() => controlPlane.close());

const clientOf = (timeoutSeconds = 10) =>
  new ControlPlaneClient({ url: controlPlane.url, apiKey: controlPlane.apiKey, timeoutSeconds });

async function faultOf(call: Promise<unknown>): Promise<ControlPlaneError> {
  const error = await call.then(
    () => new Error('it was believed'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ControlPlaneError)) throw error;
  return error;
}

const json = (body: unknown): Fault => answering(200, 'application/json', JSON.stringify(body));
const answer = { executorId: 'one', revision: 1, nodes: [], heartbeatIntervalSeconds: 5, logRequests: [] };
const node = {
  id: '0195b1a2-0000-7000-8000-000000000000',
  name: 'node',
  revision: 1,
  network: 'regtest',
  client: 'bitcoind',
  clientVersion: '28.1',
  nodeType: 'full',
  resources: { cpuCores: 1, memoryMiB: 512, diskGiB: 10 },
  overrides: [{ key: 'dbcache', value: '100' }],
  rpcAuth: 'user:00$ff',
  desiredState: 'running',
  restartCounter: 0,
  dataPolicy: 'remove',
};
const syncing = (more: object): Fault => json({ data: { syncExecutor: { ...answer, ...more } } });

describe('invariant 5: an answer is believed as a whole or not at all', () => {
  const nonsense: Record<string, Fault> = {
    HTML: answering(200, 'text/html', '<html>\n<p>a proxy speaks</p>'),
    'half of its JSON': answering(200, 'application/json', '{"data":{"syncExecutor":{"nodes":[]'),
    nothing: answering(200, 'application/json', ''),
    null: json(null),
    'a list': json([]),
    'no data': json({ data: null }),
    'a null where the answer belongs': json({ data: { syncExecutor: null } }),
    'no revision': syncing({ revision: undefined }),
    'a revision that is none': syncing({ revision: 1.5 }),
    'a revision that no heartbeat could name': syncing({ revision: 2 ** 31 }),
    'a node’s revision that no heartbeat could name': syncing({ nodes: [{ ...node, revision: 2 ** 31 }] }),
    'no nodes at all': syncing({ nodes: undefined }),
    'a list of log requests that is none': syncing({ logRequests: null }),
    'one good node and one without a state': syncing({ nodes: [node, { ...node, desiredState: undefined }] }),
    'a state of another time': syncing({ nodes: [{ ...node, desiredState: 'hibernating' }] }),
    'an id that could leave its folder': syncing({ nodes: [{ ...node, id: '../../etc' }] }),
    'a name with a line break': syncing({ nodes: [{ ...node, name: 'a\nserver=0' }] }),
    'credentials that hold a line break': syncing({ nodes: [{ ...node, rpcAuth: 'a:00$ff\nrpcbind=0.0.0.0' }] }),
  };

  test.each(Object.entries(nonsense))('%s is nonsense', async (_name, fault) => {
    controlPlane.fault = fault;
    const error = await faultOf(clientOf().sync(describedHost, never));
    expect(error.fault).toBe('nonsense');
    expect(error.message).not.toMatch(/\n|proxy speaks/);
  });

  test('a good one is taken as it is, with the interval and the log lines kept within bounds', async () => {
    const logRequests = [{ sessionId: 's', nodeId: node.id, tail: 1e9 }];
    controlPlane.fault = syncing({ nodes: [node], heartbeatIntervalSeconds: 0, logRequests });
    expect(await clientOf().sync(describedHost, never)).toEqual({
      ...answer,
      nodes: [node],
      heartbeatIntervalSeconds: 1,
      logRequests: [{ ...logRequests[0], tail: 2000 }],
    });
    controlPlane.fault = syncing({ heartbeatIntervalSeconds: 1e9 });
    expect((await clientOf().sync(describedHost, never)).heartbeatIntervalSeconds).toBe(300);
  });
});

test('half a character in what is said does not reach the control plane, whose database would refuse all of it', async () => {
  await clientOf().sync({ ...describedHost, channel: 'half \ud83d' }, never);
  expect(controlPlane.syncs[0]?.channel).toBe('half \ufffd');
});

describe('a call that fails', () => {
  const refusal = (code: string | undefined) => json({ errors: [{ message: 'no', extensions: { code } }] });
  test.each<[string, Fault, string, string | null]>([
    ['HTTP 500 with HTML', answering(500, 'text/html', '<html>'), 'unreachable', null],
    ['HTTP 502', answering(502, 'text/plain', 'bad gateway'), 'unreachable', null],
    ['an error without a code', refusal(undefined), 'unreachable', null],
    ['HTTP 401', answering(401, 'text/plain', 'no'), 'unauthorized', null],
    ['a key that is none', refusal('Unauthenticated'), 'unauthorized', 'Unauthenticated'],
    ['a name in use', refusal('executor_name_in_use'), 'refused', 'executor_name_in_use'],
    ['values too large for a proxy', answering(413, 'text/html', '<html>'), 'refused', 'invalid_input'],
  ])('%s is understood', async (_name, fault, kind, code) => {
    controlPlane.fault = fault;
    expect(await faultOf(clientOf().sync(describedHost, never))).toMatchObject({ fault: kind, code });
  });

  test('says which value GraphQL refused', async () => {
    const input = { ...describedHost, kind: 'swarm' } as unknown as SyncExecutorInput;
    const error = await faultOf(clientOf().sync(input, never));
    expect(error).toMatchObject({ fault: 'refused', code: 'invalid_input' });
    expect(error.message).toMatch(/Value "swarm" does not exist in "ExecutorKind"/);
  });

  test('is unreachable when nobody listens', async () => {
    await controlPlane.close();
    const error = await faultOf(clientOf().sync(describedHost, never));
    expect(error.fault).toBe('unreachable');
    expect(error.message).toMatch(/ECONNREFUSED/);
  });

  const late: Record<string, Fault> = {
    'never answers': () => true,
    'stops in the middle of its answer': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":');
      return true;
    },
  };
  test.each(Object.entries(late))('is given up after its time when the control plane %s', async (_name, fault) => {
    controlPlane.fault = fault;
    const error = await faultOf(clientOf(0.2).sync(describedHost, never));
    expect(error).toMatchObject({ fault: 'unreachable', message: 'the control plane did not answer within 0.2 s' });
  });

  test('ends at once when the agent ends', async () => {
    controlPlane.fault = () => true;
    const ending = new AbortController();
    const call = faultOf(clientOf().sync(describedHost, ending.signal));
    await until('the call is under way', () => controlPlane.mostAtOnce === 1);
    ending.abort();
    expect((await call).fault).toBe('unreachable');
  });

  test('does not take the host’s memory when the answer never ends', async () => {
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
    expect(error).toMatchObject({ fault: 'nonsense' });
    expect(error.message).toMatch(/larger than 32 MiB/);
    expect(written).toBeLessThan(80 * 1024 * 1024);
  });

  test('invariant 8: never has the key in its message, its stack or its cause', async () => {
    const seen: string[] = [];
    const faults: (Fault | undefined)[] = [
      answering(500, 'text/html', '<html>'),
      answering(401, 'application/json', '{"errors":[{"message":"no"}]}'),
      json({ data: null }),
      (_request, response) => {
        response.destroy();
        return true;
      },
    ];
    for (const fault of faults) {
      controlPlane.fault = fault;
      const error = await faultOf(clientOf().sync(describedHost, never));
      seen.push(error.message, String(error.stack), JSON.stringify(error.cause ?? null), String(error.cause));
    }
    expect(seen.join('\n')).not.toContain(controlPlane.apiKey);
  });
});

describe('what became of events', () => {
  const event = { id: 'e', executorName: 'host', at: '2026-01-01T00:00:00.000Z', level: 'info', kind: 'a' } as const;
  const report = (body: unknown) => {
    controlPlane.fault = json({ data: { reportRuntimeEvents: body } });
    const events: RuntimeEventInput[] = [
      { ...event, message: 'm' },
      { ...event, id: 'f', message: 'm' },
    ];
    return clientOf().reportEvents(events, never);
  };

  test('is believed only when every event is accounted for', async () => {
    const rejected = [{ id: 'e', reason: 'no' }];
    expect(await report({ accepted: 1, rejected })).toEqual(rejected);
    expect((await faultOf(report({ accepted: 0, rejected }))).fault).toBe('nonsense');
    for (const strange of [
      [{ id: 'another', reason: 'no' }],
      [...rejected, ...rejected],
      [...rejected, { id: 'f', reason: 'no' }],
    ]) {
      expect((await faultOf(report({ accepted: 1, rejected: strange }))).fault).toBe('nonsense');
    }
    expect((await faultOf(report({ accepted: 2, rejected: null }))).fault).toBe('nonsense');
    expect((await faultOf(report({ accepted: 1, rejected: [null] }))).fault).toBe('nonsense');
  });
});
