import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ProgramFolder, programFolderOf } from '../../src/upgrade-watcher/program-folder.ts';

let path: string;
let folder: ProgramFolder;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'satrap-versions-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  folder = new ProgramFolder(path);
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    mkdirSync(join(path, 'versions', version, 'bin'), { recursive: true });
    writeFileSync(folder.program(version), '');
  }
});

test('a pointer is replaced, and a half-made one of a killed watcher is in nobody’s way', () => {
  expect(folder.versionOf('current')).toBe(null);
  folder.point('current', '1.0.0');
  writeFileSync(join(path, '.current-new'), 'left by a kill');
  folder.point('current', '1.1.0');
  expect(folder.versionOf('current')).toBe('1.1.0');
  expect(readlinkSync(join(path, 'current'))).toBe('versions/1.1.0');
});

test('versions stay that the agent or the control plane runs or may go back to, and what install.sh unpacks at that moment', () => {
  for (const version of ['1.3.0', '1.4.0', '.new-Ab12Cd', '.old-1.0.0']) mkdirSync(join(path, 'versions', version));
  folder.point('current', '1.2.0');
  folder.point('watcher', '1.2.0');
  folder.point('former', '1.1.0');
  folder.point('control-plane', '1.4.0');
  folder.point('control-plane-former', '1.1.0');
  folder.removeUnused();
  expect(readdirSync(join(path, 'versions')).toSorted()).toEqual(['.new-Ab12Cd', '1.1.0', '1.2.0', '1.4.0']);
  expect([folder.has('1.0.0'), folder.has('1.2.0')]).toEqual([false, true]);
});

test('a program knows the folder that it lies in, unless it lies in a clone', () => {
  expect(programFolderOf(folder.versionFolder('1.0.0'))?.path).toBe(path);
  expect(programFolderOf(path)).toBe(null);
});
