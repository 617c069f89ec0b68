import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { createToken, recoveryOf } from './holding-host.ts';

let inhabited: Inhabited;
beforeAll(async () => {
  inhabited = await startInhabited();
});
afterAll(() => inhabited?.controlPlane.destroy());

const { newToken, enrol, recover, join } = recoveryOf(() => inhabited);

describe('a recovering token', () => {
  test('works for many hosts that hold nodes, and for none that holds none', async () => {
    const token = await newToken();
    expect((await enrol(token, 'many-1', randomUUID())).errors).toBeUndefined();
    const { secret } = (await enrol(token, 'many-2', randomUUID())).data.enrolExecutor;
    const empty = await enrol(token, 'many-3');
    expect(codeOf(empty)).toBe('Forbidden');
    expect(empty.errors?.[0]?.message).toContain('satrap hosts token');
    // Nor for one that only claimed it, not even with a rotated key.
    const { rotateExecutorKey } = await inhabited.controlPlane.ask(
      'mutation { rotateExecutorKey { secret } }',
      {},
      secret,
    );
    for (const key of [secret, rotateExecutorKey.secret])
      expect(codeOf(await new TestExecutor(inhabited.controlPlane, key, 'many-2').sync())).toBe('action_not_possible');
    // The same host with its own token is an ordinary one.
    const ordinary = (await enrol(await newToken({}), 'many-2')).data.enrolExecutor;
    expect((await new TestExecutor(inhabited.controlPlane, ordinary.secret, 'many-2').sync()).errors).toBeUndefined();
  });

  test('is no way to an executor that there is, but for the same host before its nodes are taken over', async () => {
    const token = await newToken();
    expect(codeOf(await enrol(token, 'host-1', inhabited.executorId))).toBe('name_taken');
    const host = await join('again');
    await host.offer();
    expect(codeOf(await enrol(token, 'again', randomUUID()))).toBe('name_taken');
    expect((await enrol(token, 'again', host.executorId)).errors).toBeUndefined();
    await recover(host.executorId);
    expect(codeOf(await enrol(token, 'again', host.executorId))).toBe('name_taken');
  });

  test('is worthless once it is revoked or has expired', async () => {
    const { controlPlane } = inhabited;
    const made = (await controlPlane.ask(createToken, { input: { recovers: true } })).createEnrolmentToken;
    expect(made.enrolmentToken).toMatchObject({ status: 'open', recovers: true });
    await controlPlane.ask('mutation($id: ID!) { revokeEnrolmentToken(where: { id: $id }) { id } }', {
      id: made.enrolmentToken.id,
    });
    expect(codeOf(await enrol(made.token, 'late', randomUUID()))).toBe('Forbidden');
    const expired = await newToken();
    const { database, close } = await openDatabase(controlPlane.settings, quiet);
    await database.execute(sql`UPDATE enrolment_token SET expires_at = now() WHERE recovers`);
    await close();
    expect(codeOf(await enrol(expired, 'late', randomUUID()))).toBe('Forbidden');
  });
});
