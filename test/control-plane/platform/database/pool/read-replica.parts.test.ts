import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection } from '../../../../../src/control-plane/platform/database/connect.ts';
import { type RunningControlPlane, serveControlPlane } from '../../../../../src/control-plane/serve.ts';
import { TestControlPlane } from '../../../../harness/control-plane.ts';
import { TestExecutor } from '../../../../harness/executor.ts';
import { freePort } from '../../../../harness/free-port.ts';
import { dataOf, post } from '../../../../harness/graphql.ts';
import { listeningLog } from '../../../../harness/listening-log.ts';
import { sample } from '../../../../harness/sample.ts';
import { until } from '../../../../harness/until.ts';
import { startPostgres, type TestPostgres } from '../../../../setup/postgres.ts';

const { log, lines } = listeningLog();
let postgres: TestPostgres;
let standby: Awaited<ReturnType<TestPostgres['startStandby']>>;
let controlPlane: TestControlPlane;
let served: RunningControlPlane;
let readDatabaseUrl: string;

beforeAll(async () => {
  postgres = await startPostgres(new AbortController().signal, { survivesPowerCuts: false });
  standby = await postgres.startStandby();
  controlPlane = await TestControlPlane.start({ postgres: postgres.url, heartbeatSeconds: 60 });
  const { settings } = controlPlane;
  const url = new URL(standby.url);
  url.pathname = new URL(settings.databaseUrl ?? '').pathname;
  readDatabaseUrl = url.href;
  served = await serveControlPlane({ ...settings, readDatabaseUrl, port: await freePort() }, log);
}, 120_000);
afterAll(async () => {
  await served?.close();
  await controlPlane?.destroy();
  await standby?.stop();
  await postgres?.stop();
});

const ask = async (query: string, variables: object = {}) =>
  dataOf(await post(served.url, { authorization: `Bearer ${controlPlane.personalKey}` }, query, variables));
const onStandby = (statement: string) =>
  withConnection(readDatabaseUrl, async (client) => (await client.query(statement)).rows[0]);
const count = (text: string) => lines.filter(({ msg }) => msg.includes(text)).length;
const reading = 'reading charts from the read replica';

test('charts come from a replica that keeps up, all else from the primary', {
  timeout: 90_000,
}, async () => {
  const host = await TestExecutor.withKey(controlPlane, 'host');
  const { executorId } = (await host.sync()).data.syncExecutor;
  const { createNode } = await ask('mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }', {
    data: { name: 'node', executorId, network: 'regtest' },
  });
  const report = async (second: number) => {
    const at = new Date(Date.now() - 600_000 + second * 1000).toISOString();
    const event = host.event({ nodeId: createNode.node.id, kind: 'node.sample', at, data: sample(second) });
    expect((await host.report([event])).data.reportRuntimeEvents.accepted).toBe(1);
  };
  const samples = async (): Promise<number> => {
    const query = 'query($id: ID!) { nodeMetrics(where: { id: $id }, stepSeconds: 3600) { buckets { samples } } }';
    const { buckets } = (await ask(query, { id: createNode.node.id })).nodeMetrics;
    return buckets.reduce((sum: number, bucket: { samples: number }) => sum + bucket.samples, 0);
  };
  await until('the replica is read', async () => count(reading) === 1);
  await report(1);
  await until('the replica has it', async () => (await samples()) === 1);

  await onStandby('SELECT pg_wal_replay_pause()');
  const isPaused = async () => (await onStandby('SELECT pg_get_wal_replay_pause_state() AS state')).state === 'paused';
  await until('the replica stands still', isPaused);
  await report(2);
  expect(await samples()).toBe(1);
  // What a person has just done, and the report of a host about it.
  await ask('mutation { createApiKey(data: { purpose: personal, name: "new" }) { secret } }');
  const { auditActions } = await ask('{ auditActions(filter: { take: 1 }) { nodes { action } } }');
  expect(auditActions.nodes).toEqual([{ action: 'createApiKey' }]);
  await until('the primary is read', async () => (await samples()) === 2, 20_000);
  expect(count('from the primary, not from the read replica: it is more than 5 s behind')).toBe(1);

  await onStandby('SELECT pg_wal_replay_resume()');
  await until('the replica is read again', async () => count(reading) === 2, 20_000);
  expect(await samples()).toBe(2);
  await standby.stop();
  await report(3);
  expect(await samples()).toBe(3);
  expect(count('reading charts from the primary')).toBe(2);
});
