import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection } from '../../../../src/control-plane/platform/database/connect.ts';
import { type RunningControlPlane, serveControlPlane } from '../../../../src/control-plane/serve.ts';
import { quiet, TestControlPlane } from '../../../harness/control-plane.ts';
import { freePort } from '../../../harness/free-port.ts';
import { post } from '../../../harness/graphql.ts';
import { until } from '../../../harness/until.ts';
import { startPostgres, type TestPostgres } from '../../../setup/postgres.ts';

let postgres: TestPostgres;
let standby: Awaited<ReturnType<TestPostgres['startStandby']>>;
let controlPlane: TestControlPlane;
let served: RunningControlPlane;
/** The same database on each server. */
const urls = { primary: '', standby: '' };

beforeAll(async () => {
  postgres = await startPostgres(new AbortController().signal, { survivesPowerCuts: false });
  standby = await postgres.startStandby();
  controlPlane = await TestControlPlane.start({ postgres: postgres.url, heartbeatSeconds: 60 });
  const { settings } = controlPlane;
  const { pathname } = new URL(settings.databaseUrl ?? '');
  for (const [name, url] of [
    ['primary', postgres.url],
    ['standby', standby.url],
  ] as const)
    urls[name] = Object.assign(new URL(url), { pathname }).href;
  const { host } = new URL(urls.standby);
  // The standby first, as a URL that names all members of a cluster has it half of the time.
  const both = urls.primary.replace(/@([^/]*)/, `@${host},$1`);
  const databaseUrl = `${both}?target_session_attrs=read-write`;
  served = await serveControlPlane({ ...settings, databaseUrl, port: await freePort(), metrics: undefined }, quiet);
  await controlPlane.stop();
}, 120_000);
afterAll(async () => {
  await served?.close();
  await standby?.stop();
  await postgres?.stop();
});

const on = (url: string, statement: string) =>
  withConnection(url, async (client) => (await client.query(statement)).rows);
const ready = async () => {
  const answer = await fetch(new URL('/readyz', served.url));
  return `${answer.status} ${(await answer.text()).trim()}`;
};
const create = (name: string) =>
  post(
    served.url,
    { authorization: `Bearer ${controlPlane.personalKey}` },
    `mutation { createApiKey(data: { purpose: personal, name: "${name}" }) { secret } }`,
    {},
  );
const connectionsOf = (url: string) =>
  on(
    url,
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()",
  );

// Not repeatable: a promoted standby stays one.
test('finds the server that takes over from a read-only primary, without a restart', {
  timeout: 60_000,
  retry: 0,
}, async () => {
  expect(await ready()).toBe('200 ready');
  expect((await create('before')).errors).toBeUndefined();
  await on(urls.primary, 'ALTER SYSTEM SET default_transaction_read_only = on');
  await on(urls.primary, 'SELECT pg_reload_conf()');
  await until('it is not ready', async () => (await ready()).startsWith('503'), 10_000);
  const { errors } = await create('while read-only');
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'unavailable', retryable: true });

  await on(urls.standby, 'SELECT pg_promote()');
  await until('it is ready', async () => (await ready()) === '200 ready', 20_000);
  expect((await create('after')).errors).toBeUndefined();
  await until(
    'nothing is left on the previous primary',
    async () => (await connectionsOf(urls.primary)).length === 0,
    20_000,
  );
  const listening = "SELECT FROM pg_stat_activity WHERE application_name = 'satrap bus'";
  await until('messages come from the new one', async () => (await on(urls.standby, listening)).length === 1, 20_000);
  const lease = "SELECT FROM job_lease WHERE name = 'jobs' AND ends_at > clock_timestamp()";
  await until('the jobs run', async () => (await on(urls.standby, lease)).length === 1, 20_000);
});
