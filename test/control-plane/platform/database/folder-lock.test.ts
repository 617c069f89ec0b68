import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announcedUrl, FolderInUse, lockFolder } from '../../../../src/control-plane/platform/database/folder-lock.ts';
import { ControlPlaneSetupError } from '../../../../src/control-plane/settings.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'satrap-folder-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Returns what an attempt to lock the folder throws. */
function refusal(): unknown {
  try {
    lockFolder(dataDir).release();
    return undefined;
  } catch (error) {
    return error;
  }
}

test('a folder that is in use is refused with the URL of the server that uses it', () => {
  const lock = lockFolder(dataDir);
  lock.announce('http://127.0.0.1:4100/graphql');
  expect(refusal()).toBeInstanceOf(FolderInUse);
  expect(refusal()).toMatchObject({ url: 'http://127.0.0.1:4100/graphql' });
  lock.release();
  expect(refusal()).toBeUndefined();
  expect(announcedUrl(dataDir)).toBeUndefined();
});

test('a lock file that is damaged is reported as damaged, and not as a folder in use', () => {
  writeFileSync(join(dataDir, 'lock.db'), 'this is not a database'.repeat(100));
  const error = refusal();
  expect(error).toBeInstanceOf(ControlPlaneSetupError);
  expect(error).not.toBeInstanceOf(FolderInUse);
  expect((error as Error).message).toMatch(/^cannot lock .*lock\.db: .*not a database/);
});

test('the URL that a killed server announced is retracted by the next process that locks the folder', () => {
  writeFileSync(join(dataDir, 'server.url'), 'http://127.0.0.1:4100/graphql');
  const lock = lockFolder(dataDir);
  expect(announcedUrl(dataDir)).toBeUndefined();
  lock.release();
});
