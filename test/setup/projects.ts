import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The projects of the tests. A file belongs to exactly one of them. */
export interface TestProjects {
  /** Needs no engine, no server and no other process, and no test in it asks for a minute or more. */
  quick: string[];
  /** Needs real parts or minutes: the engine, PostgreSQL, a daemon, the product itself in a process of its own. */
  parts: string[];
  /** Needs real parts and uses fixed ports of the host. These files run one after the other. */
  engine: string[];
  /** Drives a browser, and uses no fixed ports. */
  browser: string[];
}

const drivesBrowser = /^test\/console\//;
const usesFixedPorts = /^test\/(e2e|upgrade|cli|machine)\//;

/** Sorts the test files under a repository's root by what they import. Paths are relative to the root. */
export function testProjects(root: string): TestProjects {
  const files = globSync('test/**/*.test.ts', { cwd: root }).toSorted();
  const isQuick = (file: string) =>
    !needsRealParts(root, file) && !asksForMinutes(readFileSync(join(root, file), 'utf8'));
  const slow = files.filter((file) => !isQuick(file));
  return {
    quick: files.filter(isQuick),
    parts: slow.filter((file) => !usesFixedPorts.test(file) && !drivesBrowser.test(file)),
    engine: slow.filter((file) => usesFixedPorts.test(file)),
    browser: slow.filter((file) => drivesBrowser.test(file)),
  };
}

/**
 * Returns whether a test file, or a test module that it imports, asks for what the set-up provides (`inject` of vitest) or can start a
 * process. The product's own modules do not count: what they start, a test has to ask for.
 */
export function needsRealParts(root: string, file: string, visited = new Set<string>()): boolean {
  if (visited.has(file)) return false;
  visited.add(file);
  const imports = importsOf(readFileSync(join(root, file), 'utf8'));
  return imports.some(({ names, module }) => {
    if (module === 'vitest') return /\binject\b/.test(names);
    if (module === 'node:child_process' || module === 'execa') return true;
    const path = join(dirname(file), module);
    return module.startsWith('.') && path.startsWith('test/') && existsSync(join(root, path))
      ? needsRealParts(root, path, visited)
      : false;
  });
}

/** Returns the imports of a module that exist at run time. */
export function importsOf(source: string): { names: string; module: string }[] {
  return [...source.matchAll(/^(?:import|export)\s+(?!type\b)([^'";]*?\bfrom\s+)?'([^']+)'/gm)]
    .concat([...source.matchAll(/()\bimport\('([^']+)'\)/g)])
    .map(([, names = '', module = '']) => ({ names, module }));
}

/** Returns whether a test of the file sets a time-out of a minute or more. */
export const asksForMinutes = (source: string): boolean =>
  [...source.matchAll(/\btimeout: ([\d_]+)/g)].some(([, ms = '']) => Number(ms.replaceAll('_', '')) >= 60_000);
