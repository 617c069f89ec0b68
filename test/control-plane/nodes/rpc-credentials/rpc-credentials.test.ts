import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newSecret } from '../../../../src/control-plane/accounts/secret.ts';
import { openDatabase } from '../../../../src/control-plane/database/open.ts';
import {
  newRpcCredentials,
  rpcCredentialsOf,
} from '../../../../src/control-plane/nodes/rpc-credentials/rpc-credentials.ts';
import { type ControlPlaneSettings, defaultSettings } from '../../../../src/control-plane/settings.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { makeFormerDatabase } from '../../../harness/former-database.ts';
import { type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { makeDatabase } from '../../../harness/server-database.ts';

describe('the RPC credentials of organizations', () => {
  let inhabited: Inhabited;
  beforeAll(async () => {
    inhabited = await startInhabited();
  });
  afterAll(() => inhabited?.controlPlane.destroy());

  test('each organization has a pair of its own, which all its nodes share', async () => {
    const { controlPlane, host, newNode, stranger } = inhabited;
    const pairOf = async (key: string) =>
      (await controlPlane.ask('{ nodeRpcCredentials { user password } }', {}, key)).nodeRpcCredentials;
    const [ours, theirs] = await Promise.all([pairOf(controlPlane.personalKey), pairOf(stranger.personalKey)]);
    expect(ours.password).toMatch(/^[\w-]{40,}$/);
    expect(theirs.password).toMatch(/^[\w-]{40,}$/);
    expect(theirs.password).not.toBe(ours.password);
    expect(await pairOf(stranger.personalKey)).toEqual(theirs);

    const other = new TestExecutor(controlPlane, stranger.executorKey, 'host-1');
    const { executorId } = (await other.sync()).data.syncExecutor;
    const data = { executorId, name: 'theirs', network: 'regtest' };
    await inhabited.createNode(data, stranger.personalKey);
    await newNode({ name: 'one' });
    await newNode({ name: 'two' });
    const authsOf = async (executor: TestExecutor): Promise<string[]> =>
      (await executor.sync()).data.syncExecutor.nodes.map(({ rpcAuth }: { rpcAuth: string }) => rpcAuth);
    const [oneOfOurs, ...othersOfOurs] = await authsOf(host);
    expect(othersOfOurs).toEqual([oneOfOurs]);
    const ofTheirs = await authsOf(other);
    expect(ofTheirs).toHaveLength(1);
    expect(ofTheirs).not.toContain(oneOfOurs);
  });
});

test('an upgrade restarts no node: the organizations that there are keep the pair that they shared', async () => {
  const server = await makeDatabase(inject('postgresUrl'));
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-former-'));
  const settings: ControlPlaneSettings = {
    ...defaultSettings,
    dataDir,
    databaseUrl: server.databaseUrl,
    production: true,
  };
  const secret = newSecret();
  const { user, sealedPassword, rpcAuth } = newRpcCredentials(secret);
  await makeFormerDatabase(server.databaseUrl, '0005_sample_history', async (database) => {
    for (const id of ['one', 'two'])
      await database.execute(sql`INSERT INTO organization (id, name, slug) VALUES (${id}, ${id}, ${id})`);
    await database.execute(sql`
      INSERT INTO rpc_credentials (id, "user", sealed_password, rpc_auth) VALUES (1, ${user}, ${sealedPassword}, ${rpcAuth})`);
  });
  const { database, close } = await openDatabase(settings, quiet);
  try {
    await database.execute(sql`INSERT INTO organization (id, name, slug) VALUES ('new', 'new', 'new')`);
    const authOf = async (id: string) => (await rpcCredentialsOf(database, secret, id)).rpcAuth;
    expect(await authOf('one')).toBe(rpcAuth);
    expect(await authOf('two')).toBe(rpcAuth);
    const [first, second] = await Promise.all([authOf('new'), authOf('new')]);
    expect(first).not.toBe(rpcAuth);
    expect(second).toBe(first);
  } finally {
    await close();
    await server.drop();
    rmSync(dataDir, { recursive: true });
  }
});
