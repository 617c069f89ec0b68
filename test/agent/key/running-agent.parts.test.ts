import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { runAgent } from '../../../src/agent/agent.ts';
import { gatherControlPlane } from '../../../src/agent/control-plane/gather-control-plane.ts';
import { judgeControlPlane } from '../../../src/agent/doctor/judge-control-plane.ts';
import { loadAgentSettings } from '../../../src/agent/settings/load.ts';
import { apikey } from '../../../src/control-plane/tables/accounts.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { quiet } from '../../harness/control-plane.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { sharedControlPlane, sharedDatabase } from '../../harness/shared-control-plane.ts';
import { until } from '../../harness/until.ts';
import { healthy } from '../doctor/facts.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 1 });
const database = sharedDatabase(controlPlane);

async function newKey(more: object = {}): Promise<{ id: string; secret: string }> {
  const query = 'mutation($input: ApiKeyCreateInput!) { createApiKey(data: $input) { secret apiKey { id } } }';
  const input = { purpose: 'executor', name: 'a-host', ...more };
  const { createApiKey } = await controlPlane.ask(query, { input });
  return { id: createApiKey.apiKey.id, secret: createApiKey.secret };
}

test('a running agent rotates its key in time, without a restart or a lost heartbeat', async () => {
  const dataDir = scratchFolder('rotating');
  const ending = new AbortController();
  const { id, secret } = await newKey({ expiresInSeconds: 86_400 });
  const keyFile = join(dataDir, 'executor.key');
  writeFileSync(keyFile, `${secret}\n`, { mode: 0o600 });
  const flags = { url: controlPlane.url, name: 'rotating', dataDir, dockerSocket: join(dataDir, 'none.sock') };
  const { settings } = loadAgentSettings({ flags, env: {}, configPath: '/dev/null' });
  const running = runAgent(settings, { log: quiet, clock: systemClock, signal: ending.signal });
  onTestFinished(() => {
    ending.abort();
    return running;
  });
  const executors = '{ executors { status keyWarning lastSeenAt apiKeyUsages { apiKey { id revokedAt } } } }';
  await until('the agent reports', async () => (await controlPlane.ask(executors)).executors.length === 1);

  // After two thirds of its lifetime.
  await database.update(apikey).set({ createdAt: sql`now() - interval '10 days'` }).where(eq(apikey.id, id));
  const rotated = await until('the key file holds another key', () => {
    const text = readFileSync(keyFile, 'utf8').trim();
    return text === secret ? undefined : text;
  });
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const withFormer = () => controlPlane.call('{ executors { id } }', {}, secret);
  await until('the former key is worthless', async () => (await withFormer()).status === 401);
  const seen = (await controlPlane.ask(executors)).executors[0].lastSeenAt;
  await until('heartbeats go on', async () => (await controlPlane.ask(executors)).executors[0].lastSeenAt > seen);
  const [executor] = (await controlPlane.ask(executors)).executors;
  expect(executor).toMatchObject({ status: 'online', keyWarning: null });
  expect(executor.apiKeyUsages).toHaveLength(2);
  const { data } = await controlPlane.call('{ viewer { purpose } }', {}, rotated);
  expect(data.viewer).toEqual({ purpose: 'executor' });
});

test('the doctor names the problem of a key: unknown, revoked, expired or personal', async () => {
  const findingOn = async (apiKey: string) => {
    const way = { url: controlPlane.url, apiKey, caFile: undefined, proxy: undefined, noProxy: [] };
    const facts = { ...healthy, controlPlane: await gatherControlPlane(way, Date.now) };
    return judgeControlPlane(facts, Date.now()).find((found) => found?.check === 'key');
  };
  const untilRefused = (secret: string) =>
    until('the key is refused', async () => {
      const found = await findingOn(secret);
      return found?.level === 'problem' && found.message;
    });
  const refusal = 'the control plane refuses the key: ';
  expect(await findingOn('')).toBeUndefined();
  const { id, secret } = await newKey();
  expect(await findingOn(secret)).toMatchObject({ level: 'ok' });
  await controlPlane.ask('mutation($id: ID!) { revokeApiKey(where: { id: $id }) { apiKey { id } } }', { id });
  expect(await untilRefused(secret)).toMatch(
    /^the control plane refuses the key: The API key was revoked at 20\S+Z\.$/,
  );
  expect(await findingOn(`satrap_x_${'A'.repeat(48)}`)).toMatchObject({
    ...{ level: 'problem', message: `${refusal}This control plane does not know the API key.` },
    remedy: expect.stringContaining('satrap tokens create'),
  });
  expect(await untilRefused((await newKey({ expiresInSeconds: 1 })).secret)).toMatch(
    /^the control plane refuses the key: The API key expired at 20\S+Z\.$/,
  );
  expect(await findingOn(controlPlane.personalKey)).toMatchObject({
    ...{ level: 'problem', message: 'the key is a personal key; an agent needs an executor key' },
  });
});
