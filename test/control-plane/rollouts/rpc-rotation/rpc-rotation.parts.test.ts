import { beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '../../../harness/graphql.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import type { ParsedJson } from '../../../harness/parsed-json.ts';
import { sharedClient, sharedControlPlane } from '../../../harness/shared-control-plane.ts';
import { SimulatedNodes } from '../../../harness/simulated-nodes.ts';
import { isSoak } from '../../../harness/soak.ts';
import { until } from '../../../harness/until.ts';

// The tests follow one another on the nodes alpha, beta and the stopped node idle.

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60, ownProcess: isSoak() });
const client = sharedClient(() => controlPlane.settings.databaseUrl);
let nodes: SimulatedNodes;
let ids: string[];

beforeAll(async () => {
  nodes = await SimulatedNodes.start(controlPlane, 'rotating');
  ids = await nodes.create(['alpha', 'beta']);
  const { executorId } = (await nodes.host.sync()).data.syncExecutor;
  const data = { name: 'idle', executorId, network: 'regtest', desiredState: 'stopped' };
  await controlPlane.ask('mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }', { data });
});

const fields = `stage stopped endedAt currentNodeName moved skipped { name reason }
  rollout { id summary state parallel counts { total waiting changed } waitsFor { nodeName wait { code } }
    members { nodeName state isRestart changes { field from to } } }`;
const call = (seconds = 0, policy: object | null = null) =>
  controlPlane.call(
    `mutation($seconds: Int, $policy: NodeRolloutPolicyInput) {
      rotateRpcCredentials(formerExpiresInSeconds: $seconds, policy: $policy) { rotation { ${fields} } } }`,
    { seconds, policy },
  );
const rotate = async (...given: Parameters<typeof call>) => dataOf(await call(...given)).rotateRpcCredentials.rotation;
const shown = async () => (await controlPlane.ask(`{ rpcCredentialRotation { ${fields} } }`)).rpcCredentialRotation;
const password = async (): Promise<string> =>
  (await controlPlane.ask('{ nodeRpcCredentials { password } }')).nodeRpcCredentials.password;
const act = (what: string, id: string, more = '') =>
  controlPlane.call(`mutation($id: ID!) { ${what}(where: { id: $id }${more}) { rollout { id } } }`, { id });

/** Heartbeats until the rotation fits, and returns it. */
const untilRotation = (fits: (rotation: ParsedJson) => boolean) =>
  nodes.until(async () => {
    const rotation = await shown();
    return fits(rotation) && rotation;
  });
const isDone = ({ stage }: ParsedJson): boolean => stage === 'done';
const isStopped = ({ stopped }: ParsedJson): boolean => stopped !== null;

/** Expects that every daemon that answers accepts the credentials which the API shows. */
async function expectOpen(): Promise<void> {
  const { rows } = await client.query('SELECT rpc_auth FROM organization_rpc_credentials WHERE organization_id = $1', [
    controlPlane.made.organizationId,
  ]);
  for (const { name, phase, accepts } of nodes.daemons.values())
    if (phase === 'running') expect([name, accepts]).toEqual([name, expect.arrayContaining([rows[0].rpc_auth])]);
}

describe('a rotation', () => {
  let former: string;

  beforeAll(async () => {
    former = await password();
    nodes.restarted.length = 0;
    nodes.fewestAnswering = Number.POSITIVE_INFINITY;
  });

  test('refuses an impossible time', async () => {
    expect(codeOf(await call(-1))).toBe('invalid_input');
  });

  test('refuses a budget within which no node could ever restart', async () => {
    expect(codeOf(await call(0, { budget: { keepAvailable: 5 } }))).toBe('rollout_not_possible');
    expect(await shown()).toBeNull();
  });

  test('starts a rollout of the running nodes, and shows it', async () => {
    const change = { field: 'rpcCredentials', from: null, to: null };
    expect(await rotate()).toMatchObject({
      ...{ stage: 'adding', stopped: null, skipped: [{ name: 'idle', reason: 'it is stopped' }] },
      rollout: {
        ...{ summary: 'Add new RPC credentials', state: 'running', parallel: 1, counts: { total: 2 } },
        members: [
          { nodeName: 'alpha', isRestart: false, changes: [change] },
          { nodeName: 'beta', isRestart: false, changes: [change] },
        ],
      },
    });
  });

  test('is refused while one is in progress', async () => {
    expect(codeOf(await call())).toBe('action_already_pending');
  });

  test('keeps the shown password valid on every node at every moment', async () => {
    const rotation = await nodes.until(async () => {
      await expectOpen();
      const isNew = (await password()) !== former;
      const now = await shown();
      // Shown only once every node accepts it.
      if (isNew) expect(now.stage).not.toBe('adding');
      return isDone(now) && now;
    });
    expect(await password()).not.toBe(former);
    expect(rotation).toMatchObject({ moved: 2, currentNodeName: null, rollout: null, endedAt: expect.any(String) });
  });

  test('restarts each running node twice, one at a time', () => {
    expect(nodes.restarted).toEqual(['alpha', 'beta', 'alpha', 'beta']);
    expect(nodes.fewestAnswering).toBe(1);
  });

  test('leaves only the new credentials on each node', () => {
    expect([...nodes.daemons.values()].map(({ accepts }) => accepts.length)).toEqual([1, 1, 0]);
  });

  test('is two rollouts in the list of rollouts', async () => {
    const { nodeRollouts } = await controlPlane.ask('{ nodeRollouts { summary state } }');
    expect(nodeRollouts).toEqual([
      { summary: 'Remove previous RPC credentials', state: 'finished' },
      { summary: 'Add new RPC credentials', state: 'finished' },
    ]);
  });

  test('is in the history of each node', async () => {
    const query =
      'query($id: ID!) { node(where: { id: $id }) { operations { kind state params { rotateRpcCredentials { stage } } } } }';
    const { node } = await controlPlane.ask(query, { id: ids[0] });
    const operation = (stage: string) => ({
      ...{ kind: 'rotate_rpc_credentials', state: 'succeeded' },
      params: { rotateRpcCredentials: { stage } },
    });
    expect(node.operations).toMatchObject([operation('ending'), operation('adding')]);
  });
});

describe('a rotation whose node fails', () => {
  let former: string;

  test('stops with its rollout, and says why', async () => {
    former = await password();
    nodes.broken.add('alpha');
    await rotate();
    const { stopped, rollout } = await untilRotation(isStopped);
    expect([stopped, rollout.state]).toEqual(['alpha did not come back: alpha cannot read its data.', 'stopped']);
    expect(rollout.members[1]).toMatchObject({ nodeName: 'beta', state: 'waiting' });
    expect(await password()).toBe(former);
  });

  test('retries the node when it is requested again, and ends', async () => {
    nodes.broken.delete('alpha');
    expect(await rotate()).toMatchObject({ stopped: null, rollout: { state: 'running' } });
    await untilRotation(isDone);
    expect(await password()).not.toBe(former);
  });
});

describe('the rollout of a rotation', () => {
  const windows = { timeZone: 'UTC', windows: [{ days: [weekdayIn(3)], from: '02:30', to: '04:00' }] };
  let id: string;

  test('keeps to windows', async () => {
    nodes.restarted.length = 0;
    ({ id } = (await rotate(0, { windows })).rollout);
    const { rollout } = await untilRotation(({ rollout: { waitsFor } }) => waitsFor.length > 0);
    expect(rollout.waitsFor).toEqual([{ nodeName: 'alpha', wait: { code: 'window' } }]);
    expect(nodes.restarted).toEqual([]);
  });

  test('skips no node that lacks the credentials', async () => {
    const { errors } = await act('skipNodeRolloutMember', id, `, nodeId: "${ids[0]}"`);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(/^alpha does not have the RPC credentials yet/),
      extensions: { code: 'rollout_not_possible' },
    });
  });

  test('is paused, and resumed by a request of the rotation', async () => {
    dataOf(await act('pauseNodeRollout', id));
    expect(await shown()).toMatchObject({ stopped: null, rollout: { state: 'paused' } });
    expect(await rotate()).toMatchObject({ rollout: { id, state: 'running' } });
  });

  test('stops the rotation when it is cancelled', async () => {
    dataOf(await act('cancelNodeRollout', id));
    expect(await untilRotation(isStopped)).toMatchObject({
      ...{ stage: 'adding', stopped: 'Its rollout was cancelled.', rollout: { state: 'cancelled' } },
    });
  });

  test('is followed by another one when the rotation is requested again', async () => {
    const { rollout } = await rotate(0, { outsideWindows: true });
    expect(rollout.id).not.toBe(id);
    expect(await untilRotation(isDone)).toMatchObject({ stopped: null, moved: 2 });
    await expectOpen();
  });
});

function weekdayIn(days: number): string {
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  return names[(new Date().getUTCDay() + days) % 7] ?? '';
}

/** The job runs every two seconds. */
const everyHalfSecond = [120_000, 500] as const;

/** Everything that a step of a rotation changes. */
const stored = async () => {
  const rows = async (query: string) => (await client.query(query, [controlPlane.made.organizationId])).rows;
  return [
    await rows('SELECT rotation, is_rotating, rpc_auth FROM organization_rpc_credentials WHERE organization_id = $1'),
    await rows('SELECT name, revision, rpc_auths FROM node WHERE organization_id = $1 ORDER BY name'),
    await rows('SELECT id FROM node_rollout WHERE organization_id = $1 ORDER BY id'),
  ];
};

// Of this database: in the others, which are copies, the table has the same number.
const waitingFor = (table: string) => `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE datname = current_database() AND relation = '${table}'::regclass AND NOT granted`;

/** Ends a step of a rotation within its transaction, whose write is blocked; the soak kills the process. */
async function cutOff(how: 'restart' | 'connection', act: () => Promise<unknown>): Promise<void> {
  const table = 'organization_rpc_credentials';
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${table} IN SHARE MODE`);
  const acted = act().catch(() => undefined);
  await until(
    'a step waits for its write',
    async () => (await client.query(waitingFor(table))).rows.length > 0,
    ...everyHalfSecond,
  );
  // The step's writes are invisible before its commit.
  const before = await stored();
  if (!isSoak()) {
    // Once it is stopping, no job repeats the step.
    const stopped = how === 'connection' ? undefined : controlPlane.stop();
    await client.query(`SELECT pg_terminate_backend(pid) FROM (${waitingFor(table)}) AS waiting`);
    expect(await stored()).toEqual(before);
    await client.query('ROLLBACK');
    await Promise.all([acted, stopped]);
    if (stopped !== undefined) await controlPlane.serve();
    return;
  }
  await controlPlane.stop('SIGKILL');
  await acted;
  await client.query('ROLLBACK');
  const others = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`;
  await until('nothing of it is left', async () => (await client.query(others)).rows.length === 0);
  expect(await stored()).toEqual(before);
  // Simulates elapsed time: the lease of the killed replica expires.
  await client.query('UPDATE job_lease SET ends_at = clock_timestamp()');
  await controlPlane.serve();
}

test('invariant 6: a control plane cut off in each step of a rotation loses none', {
  timeout: 300_000,
}, async () => {
  nodes.restarted.length = 0;
  const [last] = await stored();
  const eventKinds = async (): Promise<string[]> => {
    const { events } = await controlPlane.ask('{ events(filter: { take: 500 }) { nodes { kind } } }');
    return events.nodes.map(({ kind }: { kind: string }) => kind);
  };
  const before = await eventKinds();
  // In the request itself: nothing has started.
  await cutOff('restart', call);
  expect((await stored())[0]).toEqual(last);
  await rotate();
  // When the new pair replaces the previous one, and the second rollout starts.
  await cutOff('restart', () => untilRotation(({ stage }) => stage === 'ending'));
  await untilRotation(({ stage }) => stage === 'ending');
  await expectOpen();
  // In the last step.
  await cutOff('connection', () => untilRotation(isDone));
  await untilRotation(isDone);
  await expectOpen();
  // No node was restarted once too often.
  expect(nodes.restarted).toEqual(['alpha', 'beta', 'alpha', 'beta']);
  const kinds = await eventKinds();
  const count = (all: readonly string[], kind: string) => all.filter((each) => each === kind).length;
  for (const kind of ['rotation_begun', 'rotated', 'rotation_ended'])
    expect(count(kinds, `rpc_credentials.${kind}`) - count(before, `rpc_credentials.${kind}`)).toBe(1);
});
