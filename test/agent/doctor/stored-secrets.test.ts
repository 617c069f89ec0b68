import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { storedSecrets } from '../../../src/agent/doctor/redact.ts';
import { openStore, storePath } from '../../../src/agent/store/database.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = scratchFolder('secrets');
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
