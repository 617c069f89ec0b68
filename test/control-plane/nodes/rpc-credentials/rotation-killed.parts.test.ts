import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { until } from '../../../harness/until.ts';

let inhabited: Inhabited;
let database: pg.Client;
const ids = new Map<string, string>();

beforeAll(async () => {
  inhabited = await startInhabited({ ownProcess: true });
  for (const name of ['alpha', 'beta']) ids.set(name, await inhabited.newNode({ name }));
  database = new pg.Client({ connectionString: inhabited.controlPlane.settings.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await inhabited?.controlPlane.destroy();
});

const rotate = () =>
  inhabited.controlPlane.call('mutation { rotateRpcCredentials(formerValidForMinutes: 0) { stage } }');

/** The agent reports that both nodes run at these revisions, and gets their desired states. */
async function report(alpha: number, beta: number): Promise<Record<string, { revision: number; rpcAuth: string }>> {
  const nodes = Object.entries({ alpha, beta }).map(([name, appliedRevision]) => ({
    ...{ id: ids.get(name), phase: 'running', since: '2026-01-01T00:00:00.000Z', appliedRevision },
  }));
  const { data } = await inhabited.controlPlane.call(
    'mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { nodes { name revision rpcAuth } } }',
    JSON.parse(inhabited.host.syncBody({ nodes, knownRevision: null })).variables,
    inhabited.executorKey,
  );
  return Object.fromEntries(data.syncExecutor.nodes.map((node: { name: string }) => [node.name, node]));
}

/** Everything that a step of a rotation changes. */
const stored = async () => [
  (await database.query('SELECT rotation, is_rotating, rpc_auth FROM organization_rpc_credentials')).rows,
  (await database.query('SELECT name, revision, rpc_auths FROM node ORDER BY name')).rows,
];

/**
 * Kills the control plane within the transaction of a step, whose write to `table` is blocked, and starts it again.
 * With `answersFirst`, the step follows the request of `act`: a control plane that has just started writes to the table
 * too.
 */
async function killWithin(
  table: 'node' | 'organization_rpc_credentials',
  act: () => Promise<unknown>,
  { answersFirst = false } = {},
): Promise<void> {
  await database.query('BEGIN');
  await database.query(`LOCK TABLE ${table} IN SHARE MODE`);
  const answered = act().catch(() => undefined);
  if (answersFirst) await answered;
  await until('a step waits for its write', async () => {
    // Of this database: in the others, which are copies, the table has the same number.
    const waiting = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND relation = '${table}'::regclass AND NOT granted`;
    return (await database.query(waiting)).rows.length > 0;
  });
  // The step's writes are invisible before its commit.
  const before = await stored();
  await inhabited.controlPlane.stop('SIGKILL');
  await answered;
  await database.query('ROLLBACK');
  await until('nothing of it is left', async () => {
    const others = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    return (await database.query(others)).rows.length === 0;
  });
  expect(await stored()).toEqual(before);
  // Simulates elapsed time: the lease of the killed replica expires.
  await database.query('UPDATE job_lease SET ends_at = clock_timestamp()');
  await inhabited.controlPlane.serve();
}

const untilRotation = (expected: object) =>
  until(`the rotation is ${JSON.stringify(expected)}`, async () => {
    const { rpcCredentialRotation } = await inhabited.controlPlane.ask(
      '{ rpcCredentialRotation { stage currentNodeName moved stopped } }',
    );
    return JSON.stringify({ ...rpcCredentialRotation, ...expected }) === JSON.stringify(rpcCredentialRotation);
  });

test('invariant 6: a control plane that is killed within each step of a rotation loses and doubles none, and the shown password opens every node', {
  timeout: 240_000,
}, async () => {
  await report(1, 1);
  const former = (await report(1, 1))['alpha']?.rpcAuth;
  // In the request itself: nothing has started.
  await killWithin('organization_rpc_credentials', rotate);
  expect((await stored())[0]).toMatchObject([{ rotation: null }]);
  // In the first step of the job: the request is stored, and no node has new credentials.
  await killWithin('node', rotate, { answersFirst: true });
  await untilRotation({ stage: 'adding', currentNodeName: 'alpha' });
  // Between two nodes.
  await killAfterReport(2, 1);
  await untilRotation({ stage: 'adding', currentNodeName: 'beta' });
  // When the new pair replaces the previous one, and the first node is to drop that.
  await killAfterReport(2, 2);
  await untilRotation({ stage: 'ending', currentNodeName: 'alpha' });
  await report(3, 2);
  await untilRotation({ stage: 'ending', currentNodeName: 'beta' });
  // In the last step.
  await killAfterReport(3, 3);
  await untilRotation({ stage: 'done', currentNodeName: null, moved: 2, stopped: null });

  const { alpha, beta } = await report(3, 3);
  // Each node was restarted for the new pair, and again to drop the previous one.
  expect([alpha?.revision, beta?.revision]).toEqual([3, 3]);
  expect(alpha?.rpcAuth).toBe(beta?.rpcAuth);
  expect(alpha?.rpcAuth).not.toBe(former);
  const { events } = await inhabited.controlPlane.ask('{ events(filter: { take: 100 }) { nodes { kind } } }');
  const kinds = events.nodes.map(({ kind }: { kind: string }) => kind);
  for (const kind of ['rotation-begun', 'rotated', 'rotation-ended']) {
    expect(kinds.filter((each: string) => each === `rpc-credentials.${kind}`)).toHaveLength(1);
  }
});

const killAfterReport = (alpha: number, beta: number) =>
  killWithin('organization_rpc_credentials', () => report(alpha, beta));
