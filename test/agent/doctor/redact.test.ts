import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { redact, storedSecrets } from '../../../src/agent/doctor/redact.ts';
import { openStore, storePath } from '../../../src/agent/store/database.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

const secret = randomBytes(12).toString('base64');
const basic = Buffer.from(`user:${secret}`).toString('base64');

test.each([
  ['as it is', `x ${secret} y`],
  ['in a URL', `http://h/?a=${encodeURIComponent(secret)}`],
  ['in JSON', JSON.stringify({ a: secret })],
  ['in Base64', `x ${basic} y`],
])('a known secret is hidden %s', (_how, text) => {
  const shown = redact(text, [secret]);
  expect(shown).toContain('[hidden]');
  expect(shown).not.toContain(secret.slice(0, -2));
  expect(shown).not.toContain(basic.slice(10, -6));
});

const unknown = randomBytes(18).toString('base64url');
test.each([
  `satrap_x_${unknown}`,
  `Authorization: Bearer ${unknown}`,
  `proxy = "http://user:a@${unknown}@proxy:3128"`,
  `proxy = "http://user:it's-${unknown}@proxy:3128"`,
  `rpcauth=agent:${unknown}$abc`,
  `"password": "${unknown}"`,
])('what looks like a secret is hidden, although nobody knows it: %s', (text) => {
  expect(redact(text, [])).not.toContain(unknown);
});

test('everything else stays as it is', () => {
  const text = '2026-01-01 alpha: syncing at height 912044, docker://sha256:abc, node_type = "full"';
  expect(redact(text, [secret, '', 'ab'])).toBe(text);
});

test('a support bundle redacts a newer store’s secrets, and names an unreadable store', () => {
  const [dataDir, other] = [scratchFolder('secrets'), scratchFolder('secrets')];
  const [password, salt] = [randomBytes(12).toString('hex'), randomBytes(8).toString('hex')];
  const store = openStore(dataDir);
  store.prepare('INSERT INTO node_memory VALUES (?, ?)').run('n', JSON.stringify({ agentRpc: { password, salt } }));
  store.exec('PRAGMA user_version=99');
  store.close();
  expect(storedSecrets(dataDir)).toEqual({ secrets: [password, salt], fault: null });
  expect(storedSecrets(other)).toEqual({ secrets: [], fault: null });
  for (const bytes of ['', randomBytes(8192)]) {
    writeFileSync(storePath(other), bytes);
    const fault = expect.stringMatching(/no such table|not a database/);
    expect(storedSecrets(other)).toEqual({ secrets: [], fault });
  }
});
