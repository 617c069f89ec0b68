import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { storedSecrets } from '../../../src/agent/doctor/redact.ts';
import { openStore, storePath } from '../../../src/agent/store/database.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'satrap-secrets-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
});

test('a support bundle knows the secrets in the store of a later version, as after a program was put back by hand', () => {
  const [password, salt] = [randomBytes(12).toString('hex'), randomBytes(8).toString('hex')];
  const store = openStore(dataDir);
  store.prepare('INSERT INTO node_memory VALUES (?, ?)').run('n', JSON.stringify({ agentRpc: { password, salt } }));
  store.exec('PRAGMA user_version=99');
  store.close();
  expect(storedSecrets(dataDir)).toEqual({ secrets: [password, salt], fault: null });
});

test('a store that is damaged, or in the midst of being made, is said in a support bundle and keeps nobody from one', () => {
  expect(storedSecrets(dataDir)).toEqual({ secrets: [], fault: null });
  for (const bytes of ['', randomBytes(8192)]) {
    writeFileSync(storePath(dataDir), bytes);
    expect(storedSecrets(dataDir)).toEqual({
      secrets: [],
      fault: expect.stringMatching(/no such table|not a database/),
    });
  }
});
