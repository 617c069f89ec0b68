import { globSync } from 'node:fs';

/** What the files of each project are named like. A quick one needs no engine, no server and no other process. */
export const projects = {
  quick: { include: ['test/**/*.test.ts'], exclude: ['test/**/*.{parts,browser,soak}.test.ts'] },
  /** Real parts: the engine, PostgreSQL, a daemon, the product itself; as `*.browser.test.ts` a browser and the console as well. */
  parts: { include: ['test/**/*.{parts,browser}.test.ts'] },
  /** Long repetition and rare hosts: not part of `npm test`. May need all that the others need. */
  soak: { include: ['test/**/*.soak.test.ts'] },
};

export const isQuickFile = (file: string): boolean => !/\.(parts|browser|soak)\.test\.ts$/.test(file);

/** Returns whether a path, or a part of one, names a file of the soak. */
export const isSoakFile = (path: string): boolean => path.includes('.soak');

/** Returns the test files whose paths contain a word of the selection; all where it names none, as an option does. */
export function selectedFiles(root: string, selection: readonly string[]): string[] {
  const files = globSync('test/**/*.test.ts', { cwd: root }).toSorted();
  const selected = files.filter((file) => selection.some((part) => file.includes(part)));
  return selected.length === 0 ? files : selected;
}

/** Returns whether files of a selection open pages. Those of the soak may. */
export const needsBrowser = (root: string, selection: readonly string[]): boolean =>
  selectedFiles(root, selection).some((file) => /\.(browser|soak)\.test\.ts$/.test(file));
