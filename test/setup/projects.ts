import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The projects of the tests. A file belongs to exactly one of them. */
export interface TestProjects {
  /** Needs no engine, no server and no other process, and no test in it asks for a minute or more. */
  quick: string[];
  /** Needs real parts or minutes: the engine, PostgreSQL, a daemon, the product itself in a process of its own. */
  parts: string[];
  /** Needs a browser and the built console as well. */
  browser: string[];
  /** Long repetition and rare hosts, by the name `*.soak.test.ts`: not part of `npm test`. May need all that the others need. */
  soak: string[];
}

const browserHarness = 'test/harness/console.ts';

/** Returns whether a path, or a part of one, names a file of the soak. */
export const isSoakFile = (path: string): boolean => path.includes('.soak');

/** Sorts the test files under a repository's root by what they import. Paths are relative to the root. */
export function testProjects(root: string): TestProjects {
  const all = globSync('test/**/*.test.ts', { cwd: root }).toSorted();
  const [files, soak] = [all.filter((file) => !isSoakFile(file)), all.filter(isSoakFile)];
  const isQuick = (file: string) =>
    !needsRealParts(root, file) && !asksForMinutes(readFileSync(join(root, file), 'utf8'));
  const slow = files.filter((file) => !isQuick(file));
  return {
    quick: files.filter(isQuick),
    parts: slow.filter((file) => !drivesBrowser(root, file)),
    browser: slow.filter((file) => drivesBrowser(root, file)),
    soak,
  };
}

/** Returns whether a run of these files, or of all where none of them is named, opens pages. */
export function needsBrowser(root: string, selection: readonly string[]): boolean {
  const { quick, parts, browser, soak } = testProjects(root);
  const selects = (files: string[]) => files.some((file) => selection.some((part) => file.includes(part)));
  return selects([...browser, ...soak]) || !selects([...quick, ...parts]);
}

/**
 * Returns whether a test file, or a test module that it imports, asks for what the set-up provides (`inject` of vitest) or can start a
 * process. The product's own modules do not count: what they start, a test has to ask for.
 */
function needsRealParts(root: string, file: string): boolean {
  return [...testModulesOf(root, file)].some((path) =>
    importsOf(readFileSync(join(root, path), 'utf8')).some(({ names, module }) =>
      module === 'vitest' ? /\binject\b/.test(names) : module === 'node:child_process' || module === 'execa',
    ),
  );
}

const drivesBrowser = (root: string, file: string): boolean =>
  file.startsWith('test/console/') || testModulesOf(root, file).has(browserHarness);

/** Returns a test file and the modules under `test` that it imports, also through others. */
function testModulesOf(root: string, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const { module } of importsOf(readFileSync(join(root, file), 'utf8'))) {
    const path = join(dirname(file), module);
    if (module.startsWith('.') && path.startsWith('test/') && existsSync(join(root, path)))
      testModulesOf(root, path, found);
  }
  return found;
}

/** Returns the imports of a module that exist at run time. */
export function importsOf(source: string): { names: string; module: string }[] {
  return [...source.matchAll(/^(?:import|export)\s+(?!type\b)([^'";]*?\bfrom\s+)?'([^']+)'/gm)]
    .concat([...source.matchAll(/()\bimport\('([^']+)'\)/g)])
    .map(([, names = '', module = '']) => ({ names, module }));
}

/** Returns whether a test of the file sets a time-out of a minute or more. */
export const asksForMinutes = (source: string): boolean => longestTimeout(source) >= 60_000;

/** Returns the longest time-out that a test of the file sets, in milliseconds, and 0 when none sets any. */
const longestTimeout = (source: string): number =>
  Math.max(
    0,
    ...[...source.matchAll(/(?:\btimeout: |^\}, )([\d_]+)/gm)].map(([, ms = '']) => Number(ms.replaceAll('_', ''))),
  );
