import { expect, inject, onTestFinished, test } from 'vitest';
import { withConnection } from '../../../../../src/control-plane/platform/database/connect.ts';
import { Share } from '../../../../../src/control-plane/platform/database/pool/share.ts';
import { shares } from '../../../../../src/control-plane/platform/database/pool/shares.ts';
import { quiet } from '../../../../harness/control-plane.ts';
import { makeOwnedDatabase } from '../../../../harness/owned-database.ts';

test('who finds PostgreSQL without a free connection waits for one of our own', async () => {
  const { databaseUrl, adminUrl, role, drop } = await makeOwnedDatabase(inject('postgresUrl'));
  onTestFinished(drop);
  await withConnection(adminUrl, (client) => client.query(`ALTER ROLE ${role} CONNECTION LIMIT 1`));
  const nobody = { organizationId: null, callerId: null };
  const share = new Share(databaseUrl, shares.agents, quiet);
  onTestFinished(async () => {
    await share.close();
  });
  const first = await share.borrow(nobody);
  const second = share.borrow(nobody);
  const outcome = second.then(
    () => 'served',
    (error: Error) => error.message,
  );
  const pause = Promise.withResolvers<string>();
  setTimeout(() => pause.resolve('waits'), 500);
  expect(await Promise.race([outcome, pause.promise])).toBe('waits');
  first.giveBack(false);
  expect(await outcome).toBe('served');
  (await second).giveBack(false);
});
