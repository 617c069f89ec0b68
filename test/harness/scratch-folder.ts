import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const newFolder = (name: string): string => mkdtempSync(join(tmpdir(), `satrap-${name}-`));

/** Creates a folder for one test, `satrap-NAME-…`. It is removed with its contents when the test ends. */
export function scratchFolder(name: string): string {
  const path = newFolder(name);
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The same for the tests of a file, or of a group in it. */
export function sharedFolder(name: string): string {
  const path = newFolder(name);
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
