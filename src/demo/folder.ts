import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const demoFolder = (root: string) => ({
  root,
  controlPlaneData: join(root, 'control-plane'),
  agentData: join(root, 'agent'),
  executorKey: join(root, 'executor.key'),
  personalKey: join(root, 'personal.key'),
  /** Lists the images that the demo built, one reference per line, so that the clean-up removes only those. */
  builtImages: join(root, 'built-images'),
  /** Exists if the demo started the engine, so that the clean-up stops it. */
  startedEngine: join(root, 'started-engine'),
  log: (program: string) => join(root, `${program}.log`),
  pidFile: (program: string) => join(root, `${program}.pid`),
});

export type DemoFolder = ReturnType<typeof demoFolder>;

export function makeFolder({ root }: DemoFolder): void {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  chmodSync(root, 0o700);
}

export const writePrivate = (path: string, text: string): void => writeFileSync(path, text, { mode: 0o600 });

/** Returns the text of a file; undefined if it does not exist. */
export const readText = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
