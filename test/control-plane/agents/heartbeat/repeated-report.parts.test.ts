import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { whileDown } from '../../../harness/database.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { TestNodes } from '../../../harness/nodes.ts';
import { until } from '../../../harness/until.ts';

describe('a heartbeat that says nothing new', () => {
  let controlPlane: TestControlPlane;

  beforeAll(async () => {
    controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  });
  afterAll(() => controlPlane?.destroy());

  const begin = async (name: string, input: object = {}) => {
    const key = await controlPlane.key('executor', name);
    const host = new TestExecutor(controlPlane, key, name);
    const { executorId, revision, observedRevision } = (await host.sync(input)).data.syncExecutor;
    return { key, host, executorId, revision, observedRevision };
  };
  const shown = async (id: string) =>
    (
      await controlPlane.ask(
        'query($where: ExecutorWhereUniqueInput!) { executor(where: $where) { status lastSeenAt version resources { cpuCores { free } } } }',
        { where: { id } },
      )
    ).executor;

  test('keeps the executor online and learns of a change', async () => {
    const { host, executorId, revision, observedRevision } = await begin('steady');
    const before = await shown(executorId);
    const quiet = await host.repeat(observedRevision, { knownRevision: revision });
    expect(quiet.data.syncExecutor).toMatchObject({ executorId, revision, observedRevision, nodes: null });
    const after = await shown(executorId);
    expect({ ...after, lastSeenAt: null }).toEqual({ ...before, lastSeenAt: null });
    expect(after.lastSeenAt > before.lastSeenAt).toBe(true);
    await new TestNodes(controlPlane, executorId).create('new-here');
    const changed = await host.repeat(observedRevision, { knownRevision: revision });
    expect(changed.data.syncExecutor.nodes).toHaveLength(1);
  });

  test('brings the resources that changed, and leaves the others as they were', async () => {
    const { host, executorId, observedRevision } = await begin('measured');
    const amount = { total: 8, usedByNodes: 0, free: 2.5 };
    const resources = { cpuCores: amount, memoryMiB: amount, diskMiB: amount };
    expect((await host.repeat(observedRevision, { resources })).data.syncExecutor.observedRevision).toBe(
      observedRevision,
    );
    await host.repeat(observedRevision);
    expect((await shown(executorId)).resources.cpuCores.free).toBe(2.5);
  });

  test('is asked for everything when the control plane holds something else', async () => {
    const { host, observedRevision } = await begin('changed');
    const next = (await host.sync({ version: '1.0.1' })).data.syncExecutor.observedRevision;
    expect(next).not.toBe(observedRevision);
    expect(codeOf(await host.repeat(observedRevision))).toBe('observation_unknown');
    expect(codeOf(await host.repeat(next))).toBeUndefined();
    // A restored backup has an earlier report.
    await whileDown(controlPlane, (database) =>
      database.update(executor).set({ observedDigest: observedRevision }).where(eq(executor.name, 'changed')),
    );
    expect(codeOf(await host.repeat(next))).toBe('observation_unknown');
  });

  test('is asked for everything when another agent took over, and then told so', async () => {
    const { key, host, observedRevision } = await begin('contested');
    await whileDown(controlPlane, (database) =>
      database.update(executor).set({ online: false }).where(eq(executor.name, 'contested')),
    );
    const other = new TestExecutor(controlPlane, key, 'contested');
    const taken = (await other.sync()).data.syncExecutor.observedRevision;
    // Both observe the same.
    expect(taken).toBe(observedRevision);
    expect(codeOf(await host.repeat(observedRevision))).toBe('observation_unknown');
    expect(codeOf(await host.sync())).toBe('executor_name_in_use');
    expect(codeOf(await other.repeat(taken))).toBeUndefined();
  });

  test('does not bring an executor back that went offline: the whole report does, with its event', async () => {
    const { host, executorId, observedRevision } = await begin('away');
    await whileDown(controlPlane, (database) =>
      database.update(executor).set({ online: false }).where(eq(executor.id, executorId)),
    );
    expect(codeOf(await host.repeat(observedRevision))).toBe('observation_unknown');
    expect((await shown(executorId)).status).toBe('offline');
    await host.sync();
    expect((await shown(executorId)).status).toBe('online');
  });

  test('is asked for everything when the executor was deleted', async () => {
    const { host, executorId, observedRevision } = await begin('deleted');
    await whileDown(controlPlane, (database) => database.delete(executor).where(eq(executor.id, executorId)));
    expect(codeOf(await host.repeat(observedRevision))).toBe('observation_unknown');
    expect((await host.sync()).data.syncExecutor.executorId).not.toBe(executorId);
  });

  test('is not taken in place of a report of a deletion, which may be requested later', async () => {
    const { host, executorId } = await begin('deleting');
    const { id } = await new TestNodes(controlPlane, executorId).create('goes');
    const { data } = await host.sync({ nodes: [{ id, phase: 'deleted', since: new Date().toISOString() }] });
    expect(data.syncExecutor.observedRevision).toBeNull();
  });

  test('binds no key', async () => {
    const { observedRevision } = await begin('bound');
    const unbound = new TestExecutor(controlPlane, await controlPlane.key('executor'), 'bound');
    expect(codeOf(await unbound.repeat(observedRevision))).toBe('Forbidden');
  });

  test('waits for a report of the same agent that is under way, and is judged by it', async () => {
    const { host, observedRevision } = await begin('late');
    const blocker = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
    await blocker.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query("UPDATE executor SET observed_digest = 'later' WHERE name = 'late'");
      const repeated = host.repeat(observedRevision);
      await until('the heartbeat waits', async () => {
        const { rows } = await blocker.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rows.length === 1;
      });
      await blocker.query('COMMIT');
      expect(codeOf(await repeated)).toBe('observation_unknown');
    } finally {
      await blocker.end();
    }
  });

  test('is a few hundred bytes, whatever the number of nodes', async () => {
    const { host, observedRevision, revision } = await begin('small');
    const { variables } = JSON.parse(host.repeatBody(observedRevision, { knownRevision: revision }));
    expect(JSON.stringify(variables).length).toBeLessThan(200);
  });
});
