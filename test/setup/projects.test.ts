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
      engine: [],
      browser: [],
    });
  });

  test('a file that can start a process is not quick, and one that imports only types of such a module is', () => {
    write('test/spawns.test.ts', "import { spawn } from 'node:child_process';");
    write('test/types.test.ts', "import type { ChildProcess } from 'node:child_process';");
    expect(testProjects(root)).toEqual({
      quick: ['test/types.test.ts'],
      parts: ['test/spawns.test.ts'],
      engine: [],
      browser: [],
    });
  });

  test('files that use the host’s ports run one after the other, except the quick ones', () => {
    for (const folder of ['e2e', 'cli', 'upgrade']) write(`test/${folder}/a.test.ts`, "import { execa } from 'execa';");
    write('test/cli/pure.test.ts', "import { test } from 'vitest';");
    expect(testProjects(root)).toEqual({
      quick: ['test/cli/pure.test.ts'],
      parts: [],
      engine: ['test/cli/a.test.ts', 'test/e2e/a.test.ts', 'test/upgrade/a.test.ts'],
      browser: [],
    });
  });

  test('each test file of the repository belongs to exactly one project', () => {
    const { quick, parts, engine, browser } = testProjects(repository);
    const files = [...quick, ...parts, ...engine, ...browser];
    expect(new Set(files).size).toBe(files.length);
    expect(quick).toContain('test/setup/projects.test.ts');
    expect(parts).toContain('test/scripts/leftovers.test.ts');
    expect(engine.some((file) => file.startsWith('test/e2e/'))).toBe(true);
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
