import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type InitResult, initControlPlane } from '../../../../src/control-plane/commands/init.ts';
import { serveControlPlane } from '../../../../src/control-plane/serve.ts';
import { defaultSettings } from '../../../../src/control-plane/settings.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { freePort } from '../../../harness/free-port.ts';
import { makeOwnedDatabase, type OwnedDatabase } from '../../../harness/owned-database.ts';
import { post } from '../../../harness/post.ts';
import { sharedFolder } from '../../../harness/scratch-folder.ts';

const dataDir = sharedFolder('role');
const keeper = `keeper_${randomBytes(4).toString('hex')}`;
let owned: OwnedDatabase;
let served: Awaited<ReturnType<typeof serveControlPlane>>;
let made: InitResult;

/** The server uses a role that owns its database and has no other rights, as a managed PostgreSQL offers. */
beforeAll(async () => {
  owned = await makeOwnedDatabase(inject('postgresUrl'));
  const { databaseUrl } = owned;
  const settings = { ...defaultSettings, dataDir, databaseUrl, production: true, port: await freePort() };
  made = await initControlPlane(settings, { email: 'owner@example.com', organization: 'Example' }, quiet);
  served = await serveControlPlane(settings, quiet);
});
afterAll(async () => {
  await served?.close();
  await owned?.drop();
  await execute(inject('postgresUrl'), `DROP ROLE IF EXISTS ${keeper}`);
});

async function execute(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
const asServer = (statement: string) => execute(owned.databaseUrl, statement);
const attacks = [
  "UPDATE audit_action SET actor_name = 'somebody else'",
  'DELETE FROM audit_action',
  'TRUNCATE audit_action',
];

const makeKey = async (name: string) => {
  const query = `mutation { createApiKey(data: { name: "${name}", purpose: personal }) { secret } }`;
  return (await (await post(served.url, { query }, { key: made.personalKey })).json()) as object;
};
const named = (name: string) => asServer(`SELECT action FROM audit_action WHERE target_name = '${name}'`);

test('the control plane’s role adds to the audit log, and may not change it', async () => {
  expect(await makeKey('first')).not.toHaveProperty('errors');
  expect(await named('first')).toEqual([{ action: 'createApiKey' }]);
  for (const attack of attacks)
    await expect(asServer(attack)).rejects.toThrow('permission denied for table audit_action');
});

test('the trigger refuses what a role gave itself the right to', async () => {
  await asServer('GRANT UPDATE, DELETE, TRUNCATE ON audit_action TO CURRENT_USER');
  for (const attack of attacks) await expect(asServer(attack)).rejects.toThrow('append-only');
  await asServer('REVOKE UPDATE, DELETE, TRUNCATE ON audit_action FROM CURRENT_USER');
});

test('the serving role cannot change a log that another role owns', async () => {
  // As documented in docs/internals/security.md.
  await execute(
    owned.adminUrl,
    `CREATE ROLE ${keeper};
     ALTER TABLE audit_action OWNER TO ${keeper};
     ALTER FUNCTION audit_action_only_grows OWNER TO ${keeper};
     ALTER TABLE audit_head OWNER TO ${keeper};
     ALTER FUNCTION audit_action_hash OWNER TO ${keeper};
     ALTER FUNCTION audit_action_chain OWNER TO ${keeper};
     REVOKE ALL ON audit_action, audit_head FROM ${owned.role};
     GRANT SELECT, INSERT ON audit_action TO ${owned.role};
     GRANT SELECT ON audit_head TO ${owned.role}`,
  );
  expect(await makeKey('second')).not.toHaveProperty('errors');
  expect(await named('second')).toEqual([{ action: 'createApiKey' }]);
  for (const attack of attacks)
    await expect(asServer(attack)).rejects.toThrow('permission denied for table audit_action');
  for (const attack of [
    'UPDATE audit_head SET sequence = 1',
    'DELETE FROM audit_head',
    'DROP TRIGGER audit_action_only_grows ON audit_action',
    'ALTER TABLE audit_action DISABLE TRIGGER ALL',
    'CREATE OR REPLACE FUNCTION audit_action_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
  ])
    await expect(asServer(attack), attack).rejects.toThrow(/must be owner|permission denied/);
});
