import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createKey } from '../../../../src/control-plane/commands/create-key.ts';
import { initControlPlane } from '../../../../src/control-plane/commands/init.ts';
import {
  announcedUrl,
  FolderInUse,
  folderFault,
  lockFolder,
  prepareDataFolder,
} from '../../../../src/control-plane/platform/database/data-folder.ts';
import { serveControlPlane } from '../../../../src/control-plane/serve.ts';
import { ControlPlaneSetupError, defaultSettings } from '../../../../src/control-plane/settings.ts';
import { listeningLog } from '../../../harness/listening-log.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

test.each([
  ['empty', 0o700, [], undefined],
  ['with our data at the root of a disk', 0o700, ['secret', 'lock.db-journal', 'postgresql', 'lost+found'], undefined],
  ['with a secret and a file of the operator', 0o700, ['secret', 'server.log'], undefined],
  ['that a group can enter', 0o710, ['secret'], 'others can look into /data; run: chmod 700 /data'],
  [
    'with files of somebody else',
    0o700,
    ['secretary.txt'],
    '/data contains other files, such as secretary.txt; choose a separate folder, such as: --data /data/satrap-control-plane',
  ],
])('a data folder %s is judged rightly', (_what, mode, names, fault) => {
  expect(folderFault('/data', { mode: 0o040000 | mode, names })).toBe(fault);
});

test('a data folder that is missing is made for its owner alone', () => {
  const dataDir = join(scratchFolder('data'), 'new');
  prepareDataFolder(dataDir);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('no command changes a foreign folder, or creates one uninitialised', async () => {
  const root = scratchFolder('data');
  const { log } = listeningLog();
  const settingsFor = (dataDir: string) => ({ ...defaultSettings, dataDir, port: 0, production: true });
  const key = { purpose: 'executor', name: 'host' } as const;
  chmodSync(root, 0o755);
  writeFileSync(join(root, 'letter.txt'), 'dear reader');
  const owner = { email: 'owner@example.com', organization: 'Example' };
  await expect(initControlPlane(settingsFor(root), owner, log)).rejects.toThrow('other files, such as letter.txt');
  for (const folder of [root, join(root, 'missing')]) {
    await expect(createKey(settingsFor(folder), key, log)).rejects.toThrow('no secret file');
    await expect(serveControlPlane(settingsFor(folder), log)).rejects.toThrow('no secret file');
  }
  expect(statSync(root).mode & 0o777).toBe(0o755);
  expect(readdirSync(root)).toEqual(['letter.txt']);
});

let dataDir: string;
beforeEach(() => {
  dataDir = scratchFolder('folder');
});

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

test('the next process that locks the folder retracts a killed server’s URL', () => {
  writeFileSync(join(dataDir, 'server.url'), 'http://127.0.0.1:4100/graphql');
  const lock = lockFolder(dataDir);
  expect(announcedUrl(dataDir)).toBeUndefined();
  lock.release();
});
