import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { ensureChromium } from './chromium.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The program of Chromium. */
    chromium: string;
    /** The console, built from the present sources. */
    consoleFolder: string;
  }
}

/** Makes sure that there is a browser, and builds the console, once for a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const signal = AbortSignal.timeout(10 * 60_000);
  project.provide('chromium', await ensureChromium({ say: (line) => console.log(`set-up: ${line}`), signal }));
  const folder = await mkdtemp(join(tmpdir(), 'satrap-console-'));
  // In a process of its own: within vitest, Vite takes the libraries’ variants for tests, which are larger and slower.
  const script = join(import.meta.dirname, '../../scripts/build-console.ts');
  await promisify(execFile)(process.execPath, [script, folder], { env: { PATH: process.env['PATH'] } });
  project.provide('consoleFolder', folder);
  return () => rm(folder, { recursive: true });
}
