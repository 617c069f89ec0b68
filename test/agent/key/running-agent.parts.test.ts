import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { runAgent } from '../../../src/agent/agent.ts';
import { loadAgentSettings } from '../../../src/agent/settings/load.ts';
import { openDatabase } from '../../../src/control-plane/platform/database/open.ts';
import { apikey } from '../../../src/control-plane/tables/accounts.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { quiet, TestControlPlane } from '../../harness/control-plane.ts';
import { until } from '../../harness/until.ts';

test('a running agent rotates its key before it ends, without a restart and without a heartbeat lost', async () => {
  const controlPlane = await TestControlPlane.start({ heartbeatSeconds: 1 });
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-rotating-'));
  const ending = new AbortController();
  let running: Promise<void> | undefined;
  const { database, close } = await openDatabase(controlPlane.settings, quiet);
  onTestFinished(async () => {
    ending.abort();
    await running;
    await close();
    await controlPlane.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const input = { purpose: 'executor', name: 'first', expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
  const { createApiKey } = await controlPlane.ask(
    'mutation($input: ApiKeyCreateInput!) { createApiKey(input: $input) { secret apiKey { id } } }',
    { input },
  );
  const { secret, apiKey } = createApiKey;
  const keyFile = join(dataDir, 'executor.key');
  writeFileSync(keyFile, `${secret}\n`, { mode: 0o600 });
  const flags = { url: controlPlane.url, name: 'rotating', dataDir, dockerSocket: join(dataDir, 'none.sock') };
  const { settings } = loadAgentSettings({ flags, env: {} });
  running = runAgent(settings, { log: quiet, clock: systemClock, signal: ending.signal });
  const executors = '{ executors { status keyWarning lastSeenAt apiKeyUsages { apiKey { id revokedAt } } } }';
  await until('the agent reports', async () => (await controlPlane.ask(executors)).executors.length === 1);

  // After two thirds of its lifetime.
  await database.update(apikey).set({ createdAt: sql`now() - interval '10 days'` }).where(eq(apikey.id, apiKey.id));
  const rotated = await until('the key file holds another key', () => {
    const text = readFileSync(keyFile, 'utf8').trim();
    return text === secret ? undefined : text;
  });
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  await until('the former key is worthless', async () => {
    const answer = await controlPlane.call('{ viewer { purpose } executors { id } }', {}, secret);
    return answer.status === 401;
  });
  const seen = (await controlPlane.ask(executors)).executors[0].lastSeenAt;
  await until('heartbeats go on', async () => (await controlPlane.ask(executors)).executors[0].lastSeenAt > seen);
  const [executor] = (await controlPlane.ask(executors)).executors;
  expect(executor).toMatchObject({ status: 'online', keyWarning: null });
  expect(executor.apiKeyUsages).toHaveLength(2);
  const { data } = await controlPlane.call('{ viewer { purpose } }', {}, rotated);
  expect(data.viewer).toEqual({ purpose: 'executor' });
});
