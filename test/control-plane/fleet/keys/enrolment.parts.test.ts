import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const { controlPlane, stranger } = sharedInhabited();
const database = sharedDatabase(controlPlane);

describe('an enrolment token', () => {
  const createToken = `mutation($input: EnrolmentTokenCreateInput!) {
    createEnrolmentToken(data: $input) { token enrolmentToken { id status executorName expiresAt } } }`;
  const enrolDocument = `mutation($input: EnrolExecutorInput!) {
    enrolExecutor(data: $input) { executorName secret expiresAt organizationName } }`;

  const newToken = async (input: object = {}, key?: string) =>
    (await controlPlane.ask(createToken, { input }, key)).createEnrolmentToken;
  const list = async () => (await controlPlane.ask('{ enrolmentTokens { id status usedBy usedAt } }')).enrolmentTokens;
  /** Without any other credential. */
  const enrol = (token: string, name: string, instanceId = randomUUID() as string) =>
    controlPlane.call(enrolDocument, { input: { token, name, instanceId } }, null);
  const heartbeat = (key: string, name: string) => new TestExecutor(controlPlane, key, name).sync();

  test('an agent enrols and gets a key of its own for 90 days, bound to its executor', async () => {
    const { token, enrolmentToken } = await newToken();
    expect(enrolmentToken).toMatchObject({ status: 'open', executorName: null });
    expect(Date.parse(enrolmentToken.expiresAt) - Date.now()).toBeGreaterThan(59 * 60_000);
    const { data } = await enrol(token, 'enrolled');
    expect(data.enrolExecutor).toMatchObject({ executorName: 'enrolled', organizationName: 'Example' });
    const days = (Date.parse(data.enrolExecutor.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89.9);
    expect(days).toBeLessThan(90.1);
    expect(codeOf(await heartbeat(data.enrolExecutor.secret, 'another'))).toBe('executor_key_bound');
    expect((await heartbeat(data.enrolExecutor.secret, 'enrolled')).errors).toBeUndefined();
    const used = { id: enrolmentToken.id, status: 'used', usedBy: 'enrolled', usedAt: expect.any(String) };
    expect(await list()).toContainEqual(used);
    const { auditActions } = await controlPlane.ask(
      '{ auditActions(filter: { action: "enrolExecutor" }) { nodes { after } } }',
    );
    expect(auditActions.nodes).toMatchObject([{ after: { executorName: 'enrolled' } }]);
    expect(JSON.stringify(auditActions)).not.toContain(token);
  });

  test('a token enrols into its own organization only', async () => {
    const { token } = await newToken({}, stranger.personalKey);
    expect((await enrol(token, 'theirs')).data.enrolExecutor.organizationName).toBe('Strangers');
    expect(JSON.stringify(await list())).not.toContain('theirs');
  });

  test('a token is of use once, also when two agents use it at the same moment', async () => {
    const { token } = await newToken();
    const answers = await Promise.all(['twin-1', 'twin-2'].map((name) => enrol(token, name)));
    expect(answers.map(codeOf).toSorted()).toEqual(['Forbidden', undefined]);
    expect(codeOf(await enrol(token, 'twin-3'))).toBe('Forbidden');
  });

  test('an agent that lost the answer asks again, and the key it never got is revoked', async () => {
    const { token } = await newToken();
    const instanceId = randomUUID();
    const lost = (await enrol(token, 'retrying', instanceId)).data.enrolExecutor.secret;
    const received = (await enrol(token, 'retrying', instanceId)).data.enrolExecutor.secret;
    expect((await heartbeat(lost, 'retrying')).status).toBe(401);
    expect((await heartbeat(received, 'retrying')).errors).toBeUndefined();
    expect(codeOf(await enrol(token, 'other', instanceId))).toBe('Forbidden');
  });

  test.each(['revokeApiKey', 'deleteApiKey'])('a token is no way back for a host after %s', async (mutation) => {
    const { token } = await newToken();
    const [instanceId, name] = [randomUUID(), `lost-${mutation.toLowerCase()}`];
    await enrol(token, name, instanceId);
    const where = { executorName: { equals: name } };
    const { apiKeys } = await controlPlane.ask('query($where: ApiKeyWhereInput) { apiKeys(where: $where) { id } }', {
      where,
    });
    await controlPlane.ask(`mutation($id: ID!) { ${mutation}(where: { id: $id }) { apiKey { id } } }`, apiKeys[0]);
    expect(codeOf(await enrol(token, name, instanceId))).toBe('Forbidden');
  });

  test('a token is invalid once its key was used, and the list shows when and where', async () => {
    const { token } = await newToken();
    const instanceId = randomUUID();
    const { secret } = (await enrol(token, 'in-use', instanceId)).data.enrolExecutor;
    const found = async () => {
      const { apiKeys } = await controlPlane.ask(
        '{ apiKeys(where: { executorName: { equals: "in-use" } }) { owner lastUsedAt lastUsedFrom } }',
      );
      return apiKeys[0];
    };
    expect(await found()).toEqual({ owner: null, lastUsedAt: null, lastUsedFrom: null });
    const before = Date.now() - 1000;
    await heartbeat(secret, 'in-use');
    const look = async () => {
      const key = await found();
      return key.lastUsedAt === null ? undefined : key;
    };
    const used = await until('the use is written down', look, undefined, 500);
    expect(Date.parse(used.lastUsedAt)).toBeGreaterThan(before);
    expect(used.lastUsedFrom).toBe('127.0.0.1');
    expect(codeOf(await enrol(token, 'in-use', instanceId))).toBe('Forbidden');
  });

  test('a token for any name is no way to an executor that there is; a token for it is', async () => {
    const { token } = await newToken();
    const refused = await enrol(token, 'host-1');
    expect(codeOf(refused)).toBe('name_taken');
    expect(refused.errors?.[0]?.extensions).toMatchObject({
      hint: expect.stringContaining('satrap tokens create --name host-1'),
    });
    const own = await newToken({ executorName: 'host-1' });
    expect((await enrol(own.token, 'host-2')).errors?.[0]?.extensions).toMatchObject({
      hint: 'Join with --name host-1.',
    });
    expect((await enrol(own.token, 'host-1')).errors).toBeUndefined();
    // The refusal did not use it up.
    expect((await enrol(token, 'fresh')).errors).toBeUndefined();
  });

  test('a revoked, an expired and an unknown token are refused alike', async () => {
    const revoked = await newToken();
    const revoke = (id: string) =>
      controlPlane.call(
        'mutation($id: ID!) { revokeEnrolmentToken(where: { id: $id }) { enrolmentToken { status } } }',
        { id },
      );
    expect((await revoke(revoked.enrolmentToken.id)).data.revokeEnrolmentToken.enrolmentToken.status).toBe('revoked');
    const expired = await newToken({ expiresInSeconds: 60 });
    await database.execute(sql`UPDATE enrolment_token SET expires_at = now() WHERE id = ${expired.enrolmentToken.id}`);
    expect(await list()).toContainEqual(expect.objectContaining({ id: expired.enrolmentToken.id, status: 'expired' }));
    const tokens = [revoked.token, expired.token, `satrap_e_${'x'.repeat(48)}`];
    const answers = await Promise.all(tokens.map((token) => enrol(token, 'late')));
    expect(answers.map(codeOf)).toEqual(['Forbidden', 'Forbidden', 'Forbidden']);
    expect(new Set(answers.map(({ errors }) => errors?.[0]?.message)).size).toBe(1);
    expect(codeOf(await revoke('no-id'))).toBe('Forbidden');
    expect(codeOf(await revoke(randomUUID()))).toBe('Forbidden');
  });

  test.each([
    [{ expiresInSeconds: 59 }, 'expiresInSeconds'],
    [{ expiresInSeconds: 604_801 }, 'expiresInSeconds'],
    [{ executorName: 'no name!' }, 'executorName'],
  ])('a token cannot be made from %j', async (input, field) => {
    const answer = await controlPlane.call(createToken, { input });
    expect(codeOf(answer)).toBe('invalid_input');
    expect(answer.errors?.[0]?.extensions?.issues?.[0]?.path).toEqual(['data', field]);
  });

  // Last: it uses up what this address may try.
  test('an address that sends too many unknown tokens has to wait', async () => {
    const guess = (_: unknown, index: number) => enrol(`satrap_e_${String(index).padStart(48, '0')}`, 'guess');
    // Attempts are refilled over time: a busy machine may need more than one burst.
    const burst = () => Promise.all(Array.from({ length: 130 }, guess));
    await until('it has to wait', async () => (await burst()).map(codeOf).includes('rate_limited'));
  });
});
