import { expect, test } from 'vitest';
import { advance } from '../../../../src/control-plane/nodes/rpc-credentials/rotation-job.ts';
import { transact } from '../../../../src/control-plane/platform/database/database.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sharedClient, sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { isSoak } from '../../../harness/soak.ts';
import { until } from '../../../harness/until.ts';

const inhabited = sharedInhabited({ ownProcess: isSoak() });
const { controlPlane } = inhabited;
const database = sharedDatabase(controlPlane);

interface Delivered {
  name: string;
  revision: number;
  rpcAuth: string;
  formerRpcAuth: string | null;
}

/** The job runs every two seconds. */
const everyHalfSecond = [120_000, 500] as const;

/** An organization with the running nodes alpha and beta. */
class Rotating {
  readonly #ids = new Map<string, string>();
  readonly key: string;
  readonly #host: TestExecutor;
  #observed: object[] = [];

  private constructor(key: string, host: TestExecutor) {
    this.key = key;
    this.#host = host;
  }

  static async make(key: string, executorKey: string): Promise<Rotating> {
    const made = new Rotating(key, new TestExecutor(controlPlane, executorKey, 'rotating'));
    const { executorId } = (await made.#host.sync()).data.syncExecutor;
    for (const name of ['alpha', 'beta', 'idle']) {
      const desiredState = name === 'idle' ? 'stopped' : 'running';
      const { data } = await inhabited.createNode({ name, executorId, desiredState }, key);
      made.#ids.set(name, data.createNode.node.id);
    }
    return made;
  }

  rotate(minutes = 0) {
    const fields = 'stage stopped requestedBy';
    return controlPlane.call(
      `mutation($minutes: Int) { rotateRpcCredentials(formerExpiresInSeconds: $minutes) { rotation { ${fields} } } }`,
      { minutes },
      this.key,
    );
  }

  async rotation() {
    const fields = 'stage stopped endedAt currentNodeName moved skipped { name reason }';
    return (await controlPlane.ask(`{ rpcCredentialRotation { ${fields} } }`, {}, this.key)).rpcCredentialRotation;
  }

  async password(): Promise<string> {
    return (await controlPlane.ask('{ nodeRpcCredentials { password } }', {}, this.key)).nodeRpcCredentials.password;
  }

  async eventKinds(): Promise<string[]> {
    const { events } = await controlPlane.ask('{ events(filter: { take: 100 }) { nodes { kind } } }', {}, this.key);
    return events.nodes.map(({ kind }: { kind: string }) => kind);
  }

  /** What the agent receives for each node, by name. */
  async delivered(): Promise<Record<'alpha' | 'beta' | 'idle', Delivered>> {
    const fields = 'name revision rpcAuth formerRpcAuth';
    const nodes = await this.#host.desired(fields, { nodes: this.#observed });
    return Object.fromEntries(nodes.map((node) => [node.name, node])) as never;
  }

  /** The agent reports that these nodes run at these revisions, or the state in `more`. */
  report(revisions: { alpha: number; beta?: number }, more: object = {}) {
    this.#observed = Object.entries(revisions).map(([name, appliedRevision]) => ({
      ...{ id: this.#ids.get(name), phase: 'running', since: '2026-01-01T00:00:00.000Z', appliedRevision },
      ...more,
    }));
    return this.delivered();
  }
}

test('at every moment of a rotation, the shown password opens every node', async () => {
  const { stranger } = inhabited;
  const rotating = await Rotating.make(stranger.personalKey, stranger.executorKey);
  const { rows } = await client.query("SELECT id FROM organization WHERE name = 'Strangers'");
  /** What the job does every two seconds. */
  const step = () => transact(database, (transaction) => advance(transaction, rows[0].id));
  const first = await rotating.password();
  expect(first).toMatch(/^[\w-]{40,}$/);
  const { nodeRpcCredentials } = await controlPlane.ask('{ nodeRpcCredentials { password } }');
  expect(nodeRpcCredentials.password).not.toBe(first);

  const before = await rotating.report({ alpha: 1, beta: 1 });
  const former = before.alpha.rpcAuth;
  expect(before.beta.rpcAuth).toBe(former);
  expect(codeOf(await rotating.rotate(-1))).toBe('invalid_input');
  expect((await rotating.rotate()).data.rotateRpcCredentials.rotation).toMatchObject({
    stage: 'adding',
    stopped: null,
  });
  expect(codeOf(await rotating.rotate())).toBe('action_already_pending');
  await step();
  let told = await rotating.delivered();
  expect(told.alpha).toMatchObject({ revision: 2, formerRpcAuth: former });
  expect(told.alpha.rpcAuth).not.toBe(former);
  // A stopped node accepts the pairs after its next start; the next one waits its turn.
  expect(told.idle).toMatchObject({ rpcAuth: told.alpha.rpcAuth, formerRpcAuth: former });
  expect(told.beta).toMatchObject({ revision: 1, rpcAuth: former, formerRpcAuth: null });
  expect(await rotating.password()).toBe(first);
  expect(await rotating.rotation()).toMatchObject({
    ...{ currentNodeName: 'alpha', skipped: [{ name: 'idle', reason: 'it is stopped' }] },
  });

  await rotating.report({ alpha: 2, beta: 1 });
  await step();
  expect(await rotating.rotation()).toMatchObject({ currentNodeName: 'beta' });
  expect(await rotating.password()).toBe(first);
  await rotating.report({ alpha: 2, beta: 2 });
  await step();
  // No overlap was requested.
  expect(await rotating.rotation()).toMatchObject({ currentNodeName: 'alpha' });
  const second = await rotating.password();
  expect(second).not.toBe(first);
  told = await rotating.delivered();
  expect(told.alpha).toMatchObject({ revision: 3, formerRpcAuth: null });
  expect(told.beta).toMatchObject({ revision: 2, rpcAuth: told.alpha.rpcAuth, formerRpcAuth: former });
  await rotating.report({ alpha: 3, beta: 2 });
  await step();
  await rotating.report({ alpha: 3, beta: 3 });
  await step();
  expect(await rotating.rotation()).toMatchObject({
    ...{ stage: 'done', moved: 2, currentNodeName: null, endedAt: expect.any(String) },
  });
  expect(await rotating.password()).toBe(second);

  // A rotation stops at a node that fails, leaves the others as they are, and goes on when it is asked for again.
  await rotating.rotate();
  await step();
  await rotating.report({ alpha: 4 }, { phase: 'failing', reason: 'no disk' });
  await step();
  expect((await rotating.rotation()).stopped).toContain('alpha fails after its restart: no disk');
  expect((await rotating.delivered()).beta.revision).toBe(3);
  expect(await rotating.password()).toBe(second);
  await rotating.report({ alpha: 4, beta: 3 });
  expect((await rotating.rotate()).data.rotateRpcCredentials.rotation).toMatchObject({ stopped: null });
  await step();
  expect(await rotating.rotation()).toMatchObject({ currentNodeName: 'beta' });
});

const client = sharedClient(() => controlPlane.settings.databaseUrl);

/** Everything that a step of a rotation changes, of the first organization. */
const stored = async () => {
  const rows = async (query: string) => (await client.query(query, [controlPlane.made.organizationId])).rows;
  return [
    await rows('SELECT rotation, is_rotating, rpc_auth FROM organization_rpc_credentials WHERE organization_id = $1'),
    await rows('SELECT name, revision, rpc_auths FROM node WHERE organization_id = $1 ORDER BY name'),
  ];
};

// Of this database: in the others, which are copies, the table has the same number.
const waitingFor = (table: string) => `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE datname = current_database() AND relation = '${table}'::regclass AND NOT granted`;

/** Ends a step of a rotation within its transaction, whose write to `table` is blocked; the soak kills the process. */
async function cutOff(
  table: 'node' | 'organization_rpc_credentials',
  how: 'restart' | 'connection',
  act: () => Promise<unknown>,
  { answersFirst = false } = {},
): Promise<void> {
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${table} IN SHARE MODE`);
  const answered = act().catch(() => undefined);
  // With the request answered, the step follows it: a control plane that has just started writes to the table too.
  if (answersFirst) await answered;
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
    await Promise.all([answered, stopped]);
    if (stopped !== undefined) await controlPlane.serve();
    return;
  }
  await controlPlane.stop('SIGKILL');
  await answered;
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
  timeout: 240_000,
}, async () => {
  const rotating = await Rotating.make(controlPlane.personalKey, await controlPlane.key('executor'));
  const untilRotation = (expected: object) =>
    until(
      `the rotation is ${JSON.stringify(expected)}`,
      async () => {
        const rotation = await rotating.rotation();
        return JSON.stringify({ ...rotation, ...expected }) === JSON.stringify(rotation);
      },
      ...everyHalfSecond,
    );
  const cutOffAfter = (alpha: number, beta: number, how: 'restart' | 'connection') =>
    cutOff('organization_rpc_credentials', how, () => rotating.report({ alpha, beta }));
  const former = (await rotating.report({ alpha: 1, beta: 1 })).alpha.rpcAuth;
  // In the request itself: nothing has started.
  await cutOff('organization_rpc_credentials', 'restart', () => rotating.rotate());
  expect((await stored())[0]).toMatchObject([{ rotation: null }]);
  // In the first step of the job: the request is stored, and no node has new credentials.
  await cutOff('node', 'connection', () => rotating.rotate(), { answersFirst: true });
  await untilRotation({ stage: 'adding', currentNodeName: 'alpha' });
  // Between two nodes.
  await cutOffAfter(2, 1, 'connection');
  await untilRotation({ stage: 'adding', currentNodeName: 'beta' });
  // When the new pair replaces the previous one, and the first node is to drop that.
  await cutOffAfter(2, 2, 'restart');
  await untilRotation({ stage: 'ending', currentNodeName: 'alpha' });
  await rotating.report({ alpha: 3, beta: 2 });
  await untilRotation({ stage: 'ending', currentNodeName: 'beta' });
  // In the last step.
  await cutOffAfter(3, 3, 'connection');
  await untilRotation({ stage: 'done', currentNodeName: null, moved: 2, stopped: null });

  const { alpha, beta } = await rotating.report({ alpha: 3, beta: 3 });
  // Each node was restarted for the new pair, and again to drop the previous one.
  expect([alpha.revision, beta.revision]).toEqual([3, 3]);
  expect(alpha.rpcAuth).toBe(beta.rpcAuth);
  expect(alpha.rpcAuth).not.toBe(former);
  const kinds = await rotating.eventKinds();
  for (const kind of ['rotation_begun', 'rotated', 'rotation_ended'])
    expect(kinds.filter((each) => each === `rpc_credentials.${kind}`)).toHaveLength(1);
});
