import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  engines: { node: string };
  description: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

interface Workflow {
  jobs: Record<string, { steps: { run?: string }[] }>;
}

test('the workflow runs only scripts of package.json', () => {
  const { jobs } = parse(read('.github/workflows/checks.yml')) as Workflow;
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')));
  const scripts = commands.flatMap((command) => /^npm (?:run )?([\w:-]+)/.exec(command.trim())?.[1] ?? []);
  expect(scripts).toEqual(['test:quick', 'codegen', 'docs', 'test']);
  expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
});

test('a pre-release dependency is pinned to one version', () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  const preReleases = Object.entries(all).filter(([, version]) => /-(alpha|beta|rc)/.test(version));
  expect(preReleases.length).toBeGreaterThan(0);
  expect(preReleases.filter(([, version]) => !/^\d/.test(version))).toEqual([]);
});

test('biome refuses a function of more than 60 lines in src', () => {
  const { overrides } = JSON.parse(read('biome.json'));
  const { includes, linter } = overrides[0];
  expect(includes).toEqual(['src/**']);
  const rule = { level: 'error', options: { maxLines: 60 } };
  expect(linter.rules.complexity.noExcessiveLinesPerFunction).toEqual(rule);
});

test('.nvmrc names the major version of Node that package.json requires', () => {
  expect(`>=${read('.nvmrc').trim()}`).toBe(manifest.engines.node);
});

test('package.json describes the product as the README does', () => {
  expect(read('README.md')).toContain(manifest.description);
});
