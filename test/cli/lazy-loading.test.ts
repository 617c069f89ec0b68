import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Returns the modules that are loaded with these: what they import at their start, and not on demand. */
function loadedWith(files: readonly string[], loaded = new Set<string>()): string[] {
  for (const file of files) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    const source = readFileSync(join(root, file), 'utf8');
    const imports = source.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'(\.[^']+)'/gm);
    loadedWith(
      [...imports].map(([, module = '']) => join(dirname(file), module)),
      loaded,
    );
  }
  return [...loaded].toSorted();
}

/** Returns the packages that these modules import at their start. */
function packagesOf(files: readonly string[]): string[] {
  const imports = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'((?:@[^/']+\/)?[^./'][^/']*)/gm,
    ),
  ]);
  return [...new Set(imports.map(([, name = '']) => name))].toSorted();
}

test('the command line loads no more at its start than the names and descriptions of the commands', () => {
  expect(loadedWith(['src/main.ts'])).toEqual([
    ...[
      'src/cli/agent/command.ts',
      'src/cli/control-plane/command.ts',
      'src/cli/command-error.ts',
      'src/cli/control-plane/description.ts',
      'src/cli/operator-commands.ts',
      'src/cli/program.ts',
      'src/demo/command.ts',
    ].toSorted(),
    ...['src/main.ts', 'src/package-root.ts', 'src/text/printable.ts', 'src/version.ts'],
  ]);
});

test('the agent loads nothing of the control plane', () => {
  const verbs = ['run', 'status', 'explain'].map((name) => `src/cli/agent/${name}.ts`);
  const loaded = loadedWith([...verbs, 'src/agent/agent.ts']);
  expect(loaded.length).toBeGreaterThan(50);
  expect(loaded.filter((file) => file.startsWith('src/control-plane/'))).toEqual([]);
});

test('a control plane loads what signs people in, makes a database, traces and counts only when that is needed', () => {
  const verbs = ['serve', 'health', 'init', 'create-key', 'reset-password', 'backup', 'restore'];
  const loaded = loadedWith([...verbs.map((verb) => `src/cli/control-plane/${verb}.ts`), 'src/control-plane/serve.ts']);
  const packages = packagesOf(loaded);
  expect(packages).toContain('graphql-yoga');
  const late = ['better-auth', 'execa', 'graphql-request', '@opentelemetry/api', 'prom-client'];
  expect(late.filter((name) => packages.includes(name))).toEqual([]);
  expect(loaded).not.toContain('src/contract/operations.generated.ts');
});
