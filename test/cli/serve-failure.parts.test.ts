import { expect, onTestFinished, test } from 'vitest';
import { withConnection } from '../../src/control-plane/platform/database/connect.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { satrap } from '../harness/satrap.ts';

test('serve ends with the cause of a database fault, without a stack trace', async () => {
  const controlPlane = await TestControlPlane.start();
  onTestFinished(() => controlPlane.destroy());
  await controlPlane.stop();
  const { databaseUrl = '', dataDir } = controlPlane.settings;
  await withConnection(databaseUrl, (client) => client.query('ALTER TABLE rpc_credentials RENAME TO elsewhere'));
  const { code, stderr } = await satrap(['control-plane', 'serve', '--port', '0', '--data', dataDir], {
    DATABASE_URL: databaseUrl,
  });
  expect([code, stderr]).toEqual([1, 'error: could not start: relation "rpc_credentials" does not exist\n']);
});
