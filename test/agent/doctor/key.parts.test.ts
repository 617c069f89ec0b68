import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatherControlPlane } from '../../../src/agent/doctor/gather-control-plane.ts';
import { judgeControlPlane } from '../../../src/agent/doctor/judge-control-plane.ts';
import { TestControlPlane } from '../../harness/control-plane.ts';
import { until } from '../../harness/until.ts';
import { healthy } from './facts.ts';

let controlPlane: TestControlPlane;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start();
});
afterAll(() => controlPlane?.destroy());

/** The doctor's result for a key. */
async function findingOn(apiKey: string) {
  const way = { url: controlPlane.url, apiKey, caFile: undefined, proxy: undefined, noProxy: [] };
  const facts = { ...healthy, controlPlane: await gatherControlPlane(way, Date.now) };
  return judgeControlPlane(facts, Date.now()).find(({ check }) => check === 'key');
}

async function made(expiresAt?: Date): Promise<{ id: string; secret: string }> {
  const query = 'mutation($input: ApiKeyCreateInput!) { createApiKey(input: $input) { secret apiKey { id } } }';
  const input = { purpose: 'executor', name: 'a-host', ...(expiresAt === undefined ? {} : { expiresAt }) };
  const { createApiKey } = await controlPlane.ask(query, { input });
  return { id: createApiKey.apiKey.id, secret: createApiKey.secret };
}

test('the key of an executor is accepted', async () => {
  expect(await findingOn((await made()).secret)).toMatchObject({ level: 'ok' });
});

test('without a key, nothing is said of it', async () => {
  expect(await findingOn('')).toBeUndefined();
});

test('a key that no control plane made is unknown', async () => {
  expect(await findingOn(`satrap_x_${'A'.repeat(48)}`)).toMatchObject({
    level: 'problem',
    message: 'the control plane refuses the key: This control plane does not know the API key.',
    remedy: expect.stringContaining('satrap hosts token'),
  });
});

test('a key that was revoked is named as such', async () => {
  const { id, secret } = await made();
  await controlPlane.ask('mutation($id: ID!) { revokeApiKey(where: { id: $id }) { id } }', { id });
  const finding = await until('the key is refused', async () => {
    const found = await findingOn(secret);
    return found?.level === 'problem' && found;
  });
  expect(finding.message).toMatch(/^the control plane refuses the key: The API key was revoked at 20\S+Z\.$/);
});

test('a key that expired is named as such, with the time', async () => {
  const expiresAt = new Date(Date.now() + 1500);
  const { secret } = await made(expiresAt);
  const finding = await until('the key is refused', async () => {
    const found = await findingOn(secret);
    return found?.level === 'problem' && found;
  });
  expect(finding.message).toBe(`the control plane refuses the key: The API key expired at ${expiresAt.toISOString()}.`);
});

test('the key of a person is no key for an agent', async () => {
  expect(await findingOn(controlPlane.personalKey)).toMatchObject({
    level: 'problem',
    message: 'the key is a personal key; an agent needs an executor key',
  });
});
