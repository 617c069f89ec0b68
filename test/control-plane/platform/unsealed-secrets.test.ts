import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/package-root.ts';

/** Why each file may decrypt a stored secret: where the secret goes, and who chooses that target. */
const judged: Readonly<Record<string, string>> = {
  'platform/sealing.ts': 'it defines the function',
  'request/idempotency.ts': 'the answer goes to the person who has the key that it is sealed with',
  'nodes/rpc-credentials/gateway-credentials.ts': 'a host gets the pairs of nodes that it serves',
  'nodes/rpc-credentials/require-init.ts': 'it only checks the secret file',
  'nodes/rpc-credentials/show-rpc-credentials.ts': 'it answers owners and admins, who may read the password',
  'alerts/notifications/channels.ts': 'a new receiver needs the token again: changeTarget',
  'alerts/webhooks/delivery-worker.ts': 'the token goes to the target that it is stored with',
  'alerts/webhooks/secrets.ts': 'a receiver gets the signature only',
  'commands/backup/check-rows.ts': 'it only checks the target',
  'commands/backup/reseal.ts': 'the same secret is sealed with another key, next to its target',
  'commands/backup/restore-backup.ts': 'it only checks the secret file',
};

test('each place that decrypts a stored secret is judged in docs/internals/security.md', () => {
  const cwd = `${packageRoot()}/src/control-plane`;
  const found = globSync('**/*.ts', { cwd }).filter((file) =>
    /\bunseal\(/.test(readFileSync(`${cwd}/${file}`, 'utf8')),
  );
  expect(found.toSorted()).toEqual(Object.keys(judged).toSorted());
});
