import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Returns what a file imports at its start, and not on demand. */
const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'([^']+)'/gm,
    ),
  ].map(([, module = '']) => module);

/** Returns the modules that are loaded with these, and the packages that those import. */
function loadedWith(files: readonly string[]): { modules: string[]; packages: string[] } {
  const [modules, packages] = [new Set<string>(), new Set<string>()];
  const load = (file: string): void => {
    if (modules.has(file)) return;
    modules.add(file);
    for (const name of importsOf(file))
      if (name.startsWith('.')) load(join(dirname(file), name));
      else packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '');
  };
  for (const file of files) load(file);
  return { modules: [...modules].toSorted(), packages: [...packages] };
}

test('the command line starts with only the commands’ names and descriptions loaded', () => {
  const cli = [
    'agent/command',
    'control-plane/command',
    'command-error',
    'completion/command',
    'control-plane/description',
    'gateway/command',
    'program',
  ];
  expect(loadedWith(['src/main.ts']).modules).toEqual(
    [
      ...[...cli, 'operator-commands'].map((name) => `src/cli/${name}.ts`),
      ...['src/demo/command.ts', 'src/main.ts', 'src/package-root.ts', 'src/text/printable.ts', 'src/version.ts'],
    ].toSorted(),
  );
});

test('the agent loads nothing of the control plane', () => {
  const verbs = ['run', 'status'].map((name) => `src/cli/agent/${name}.ts`);
  const { modules } = loadedWith([...verbs, 'src/agent/agent.ts']);
  expect(modules.length).toBeGreaterThan(50);
  expect(modules.filter((file) => file.startsWith('src/control-plane/'))).toEqual([]);
});

test('a control plane loads sign-in, databases, traces and metrics on demand only', () => {
  const verbs = ['serve', 'data'];
  const files = verbs.map((verb) => `src/cli/control-plane/${verb}.ts`);
  const { modules, packages } = loadedWith([...files, 'src/control-plane/serve.ts']);
  expect(packages).toContain('graphql-yoga');
  const late = ['better-auth', 'execa', 'graphql-request', '@opentelemetry/api', 'prom-client'];
  expect(late.filter((name) => packages.includes(name))).toEqual([]);
  expect(modules).not.toContain('src/contract/operations.generated.ts');
});
