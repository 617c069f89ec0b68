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

test('the command line loads no more at its start than the names and descriptions of the commands', () => {
  const groups = [
    'agent',
    'audit',
    'contexts',
    'control-plane',
    'events',
    'executors',
    'incidents',
    'login',
    'nodes',
    'releases',
    'set-password',
    'webhooks',
  ].map((name) => `src/cli/${name}/command.ts`);
  expect(loadedWith(['src/main.ts'])).toEqual([
    ...[...groups, 'src/cli/command-error.ts', 'src/demo/command.ts'].toSorted(),
    ...['src/main.ts', 'src/text/printable.ts', 'src/version.ts'],
  ]);
});

test('the agent loads nothing of the control plane', () => {
  const verbs = ['run', 'status', 'explain'].map((name) => `src/cli/agent/${name}.ts`);
  const loaded = loadedWith([...verbs, 'src/agent/agent.ts']);
  expect(loaded.length).toBeGreaterThan(50);
  expect(loaded.filter((file) => file.startsWith('src/control-plane/'))).toEqual([]);
});
