import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { post } from '../../../harness/post.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const controlPlane = sharedControlPlane({ metrics: true });

const metricsUrl = (path = '/metrics') => `http://127.0.0.1:${controlPlane.settings.metrics?.port}${path}`;

const metrics = async () => (await fetch(metricsUrl())).text();

/** The value of a sample, whose labels are written as Prometheus does; undefined where there is none. */
async function sampleOf(sample: string): Promise<number | undefined> {
  const line = (await metrics()).split('\n').find((candidate) => candidate.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length));
}

test('requests are counted by the field that they ask for and by how they end', async () => {
  await controlPlane.ask('{ mine: viewer { role } }');
  await controlPlane.call('{ viewer { role } nodes { id } }');
  await controlPlane.call('{ nothingOfTheKind }');
  await controlPlane.call('{ executors(take: 0) { id } }');
  await controlPlane.call('mutation { createNode(data: {}) { node { id } } }', {}, 'satrap_unknown');
  expect(await sampleOf('satrap_graphql_requests_total{operation="viewer",code="success"}')).toBeGreaterThan(0);
  expect(await sampleOf('satrap_graphql_requests_total{operation="several",code="success"}')).toBe(1);
  expect(await sampleOf('satrap_graphql_requests_total{operation="executors",code="invalid_input"}')).toBe(1);
  expect(await sampleOf('satrap_graphql_requests_total{operation="none",code="invalid_input"}')).toBeGreaterThan(0);
  expect(await sampleOf('satrap_graphql_request_duration_seconds_count{operation="viewer"}')).toBeGreaterThan(0);
  expect(await sampleOf('satrap_http_answers_total{status="200"}')).toBeGreaterThan(3);
});

test('heartbeats, events and jobs are counted', async () => {
  const executor = await TestExecutor.withKey(controlPlane, `host-${randomUUID().slice(0, 8)}`);
  await executor.sync();
  expect(await sampleOf('satrap_heartbeats_total{code="success"}')).toBeGreaterThan(0);
  await until('the jobs ran', async () => (await sampleOf('satrap_job_lease_held')) === 1);
  const succeeded = /satrap_job_runs_total\{job="[^"]+",outcome="succeeded"\} [1-9]/;
  await until('a job succeeded', async () => succeeded.test(await metrics()));
  expect(await sampleOf('satrap_bus_connected')).toBe(1);
  expect(await sampleOf('satrap_bus_gaps_total')).toBe(0);
  expect(await sampleOf('satrap_database_connections{share="control"}')).toBeGreaterThan(0);
});

test('metrics name no organization, person or host, and are alone on their port', async () => {
  const text = await metrics();
  for (const secret of ['Example', 'owner@example.com', 'host-', controlPlane.personalKey])
    expect(text).not.toContain(secret);
  expect((await fetch(metricsUrl('/graphql'), { method: 'POST' })).status).toBe(404);
  expect((await fetch(metricsUrl(), { method: 'POST' })).status).toBe(404);
  expect((await fetch(controlPlane.url.replace('/graphql', '/metrics'))).status).toBe(404);
});

test('an answer names its request, as does the log', async () => {
  const requestId = randomUUID();
  const query = '{ viewer { role } }';
  const ask = (id: string) =>
    post(controlPlane.url, { query }, { key: 'satrap_unknown', headers: { 'x-request-id': id } });
  expect((await ask(requestId)).headers.get('x-request-id')).toBe(requestId);
  await until('the log names the request', async () =>
    controlPlane.log.split('\n').some((line) => line.includes('refused credential') && line.includes(requestId)),
  );
  expect((await ask(requestId.replaceAll('-', '').toUpperCase())).headers.get('x-request-id')).toBe(requestId);
  const made = (await ask('1; injected')).headers.get('x-request-id');
  expect(made).toMatch(/^[0-9a-f-]{36}$/);
});
