import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder for one test, `satrap-NAME-…`. It is removed with its contents when the test ends. */
export function scratchFolder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `satrap-${name}-`));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}
