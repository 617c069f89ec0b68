import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asksForMinutes, importsOf, testProjects } from './projects.ts';

const repository = join(import.meta.dirname, '../..');
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satrap-projects-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, source: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), `${source}\n`);
}

describe('the projects of the tests', () => {
  test('a file that asks the set-up for a part, itself or through a module, is not quick', () => {
    write('test/pure.test.ts', "import { expect, test } from 'vitest';\nimport { add } from '../src/add.ts';");
    write('test/direct.test.ts', "import { expect, inject, test } from 'vitest';");
    write('test/indirect.test.ts', "import {\n  one,\n  two,\n} from './harness/one.ts';");
    write('test/harness/one.ts', "export { two } from './two.ts';");
    write('test/harness/two.ts', "import { one } from './one.ts';\nimport { inject } from 'vitest';");
    expect(testProjects(root)).toEqual({
      quick: ['test/pure.test.ts'],
      parts: ['test/direct.test.ts', 'test/indirect.test.ts'],
      browser: [],
      soak: [],
    });
  });

  test('a file of the soak belongs to nothing else, whatever it needs', () => {
    write('test/long.soak.test.ts', "import { test } from 'vitest';");
    write('test/long.test.ts', "import { test } from 'vitest';");
    expect(testProjects(root)).toEqual({
      quick: ['test/long.test.ts'],
      parts: [],
      browser: [],
      soak: ['test/long.soak.test.ts'],
    });
  });

  test('a file that can start a process is not quick, and one that imports only types of such a module is', () => {
    write('test/spawns.test.ts', "import { spawn } from 'node:child_process';");
    write('test/types.test.ts', "import type { ChildProcess } from 'node:child_process';");
    expect(testProjects(root)).toEqual({
      quick: ['test/types.test.ts'],
      parts: ['test/spawns.test.ts'],
      browser: [],
      soak: [],
    });
  });

  test('a file that opens pages of the console, itself or through a module, gets a browser, and a quick one does not', () => {
    write('test/harness/console.ts', "import { inject } from 'vitest';");
    write('test/harness/world.ts', "import { open } from './console.ts';");
    write('test/e2e/first.test.ts', "import { world } from '../harness/world.ts';");
    write('test/console/built.test.ts', "import { inject } from 'vitest';");
    write('test/console/pure.test.ts', "import { test } from 'vitest';");
    expect(testProjects(root)).toEqual({
      quick: ['test/console/pure.test.ts'],
      parts: [],
      browser: ['test/console/built.test.ts', 'test/e2e/first.test.ts'],
      soak: [],
    });
  });

  test('each test file of the repository belongs to exactly one project', () => {
    const { quick, parts, browser, soak } = testProjects(repository);
    const files = [...quick, ...parts, ...browser, ...soak];
    expect(new Set(files).size).toBe(files.length);
    expect(quick).toContain('test/setup/projects.test.ts');
    expect(parts).toContain('test/scripts/leftovers.test.ts');
    expect(parts.some((file) => file.startsWith('test/e2e/'))).toBe(true);
    expect(browser).toContain('test/console/sign-in.test.ts');
  });

  test('no quick file of the repository asks the set-up for a part', () => {
    for (const file of testProjects(repository).quick.filter((name) => !name.endsWith('/projects.test.ts')))
      expect(readFileSync(join(repository, file), 'utf8'), file).not.toMatch(/\binject\(/);
  });
});

test.each([
  ["import { a, type B } from './a.ts';", [{ names: '{ a, type B } from ', module: './a.ts' }]],
  ["import './a.ts';", [{ names: '', module: './a.ts' }]],
  ["import type { A } from './a.ts';", []],
  ["export * from './a.ts';", [{ names: '* from ', module: './a.ts' }]],
  ["const { a } = await import('./a.ts');", [{ names: '', module: './a.ts' }]],
  ["test('imports', () => {});", []],
])('the imports at run time of %j are found', (source, expected) => {
  expect(importsOf(source)).toEqual(expected);
});

test.each([
  ['60_000', true],
  ['300000', true],
  ['30_000', false],
])('a file asks for minutes when a test of it has a time-out of a minute or more: %s ms', (ms, expected) => {
  expect(asksForMinutes(`test(name, { timeout: ${ms} }, run);`)).toBe(expected);
});
