import { expect } from 'vitest';
import { until } from '../../harness/until.ts';
import type { LoadedReplicas } from './loaded-replicas.ts';

const count = (values: readonly string[]): Map<string, number> =>
  new Map([...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]));

/** Stops the load, and checks that everything acknowledged is stored, with its consequences. */
export async function verifyNothingIsLost(replicas: LoadedReplicas): Promise<void> {
  await replicas.load.stop();
  await verifyMutations(replicas);
  await verifyStreams(replicas);
  await verifyAgents(replicas);
  await verifyWebhooks(replicas);
}

/** Each acknowledged mutation is in the database, and each one in the database is in the audit log once. */
async function verifyMutations({ load, rows }: LoadedReplicas): Promise<void> {
  expect(load.complaints).toEqual([]);
  const nodes = await rows<{ id: string; name: string; restarts: number }>(
    'SELECT id, name, restart_counter AS restarts FROM node',
  );
  const deliveries = await rows<{ id: string }>("SELECT id FROM webhook_delivery WHERE type = 'webhook.test'");
  const audited = await rows<{ action: string; id: string }>(`SELECT action, target_id AS id FROM audit_action
    WHERE error_code IS NULL AND action IN ('createNode', 'requestNodeLifecycleAction', 'testNotificationWebhook')`);
  const auditedOf = (action: string) => audited.filter((row) => row.action === action).map(({ id }) => id);
  const acknowledgedOf = (mutation: string) =>
    load.acknowledged.filter((each) => each.mutation === mutation).map(({ id }) => id);
  expect(auditedOf('createNode').toSorted()).toEqual(nodes.map(({ id }) => id).toSorted());
  expect(nodes.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledgedOf('createNode')));
  expect(nodes.map(({ name }) => name)).toEqual(expect.arrayContaining([...load.unanswered]));
  expect(auditedOf('testNotificationWebhook').toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
  expect(deliveries.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledgedOf('testNotificationWebhook')));
  const restarts = count(auditedOf('requestNodeLifecycleAction'));
  expect(new Map(nodes.filter((node) => node.restarts > 0).map((node) => [node.id, node.restarts]))).toEqual(restarts);
  for (const [id, acknowledged] of count(acknowledgedOf('requestNodeLifecycleAction'))) {
    expect(restarts.get(id)).toBeGreaterThanOrEqual(acknowledged);
  }
}

/** Each client that follows the changes knows every node at its current revision. */
async function verifyStreams({ mirrors, rows }: LoadedReplicas): Promise<void> {
  const nodes = await rows<{ id: string; revision: number }>('SELECT id, revision FROM node');
  const present = new Map(nodes.map(({ id, revision }) => [id, revision]));
  for (const { revisions } of mirrors) {
    await until('a client of the changes knows every node as it is', () =>
      [...present].every(([id, revision]) => revisions.get(id) === revision),
    );
    expect(revisions).toEqual(present);
  }
}

/** The agents were refused nothing, know the desired state, and their reports are stored once. */
async function verifyAgents({ agents, rows }: LoadedReplicas): Promise<void> {
  // Each ends with a heartbeat.
  for (const agent of agents) await agent.stop();
  const stored = (await rows<{ id: string }>("SELECT id FROM event WHERE message = 'something happened'")).map(
    ({ id }) => id,
  );
  expect(stored.toSorted()).toEqual(agents.flatMap(({ reported }) => reported).toSorted());
  for (const { executorId, complaints, desired } of agents) {
    expect(complaints).toEqual([]);
    const nodes = await rows<{ id: string; restarts: number }>(
      `SELECT id, restart_counter AS restarts FROM node WHERE executor_id = '${executorId}'`,
    );
    expect(desired()).toEqual(new Map(nodes.map(({ id, restarts }) => [id, restarts])));
  }
}

/** Each message has arrived, and none again after the control plane stored its arrival. */
async function verifyWebhooks({ receiver, rows }: LoadedReplicas): Promise<void> {
  // The claims of a killed replica last for some seconds.
  const open = () =>
    rows(
      "SELECT id, status, claimed_until, tries, next_attempt_at, now() FROM webhook_delivery WHERE status <> 'delivered'",
    );
  await expect.poll(open, { timeout: 60_000, interval: 250 }).toEqual([]);
  const deliveries = await rows<{ id: string; sequence: number; at: Date }>(
    'SELECT id, sequence, acknowledged_at AS at FROM webhook_delivery ORDER BY sequence',
  );
  expect(deliveries.map(({ sequence }) => sequence)).toEqual(deliveries.map((_, index) => index + 1));
  const latest = new Map(receiver.received.map(({ at }, index) => [receiver.ids[index], at]));
  expect([...latest.keys()].toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
  const late = deliveries.filter(({ id, at }) => (latest.get(id) ?? 0) > at.getTime());
  expect(late).toEqual([]);
}
