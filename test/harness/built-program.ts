import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { bundleControlPlane, bundleHost } from '../../scripts/release/bundle.ts';
import { oncePerRun } from './one-at-a-time.ts';

const root = join(import.meta.dirname, '../..');

const bundles = { 'control-plane': bundleControlPlane, host: bundleHost };

/** Files read at run time are where a clone has them, and nothing looks like an installed release. */
const parts = ['package.json', 'src', 'schema', 'templates', 'node_modules'];

export interface BuiltProgram {
  main: string;
  /** Runs the agent's commands as a release does. Of the host alone. */
  agent: string;
  compiled: string;
}

/** Bundles a program on first use in a run: it starts in less than half the CPU time of the sources. */
export async function builtProgram(name: keyof typeof bundles): Promise<BuiltProgram> {
  const folder = await oncePerRun(name, async (draft) => {
    await bundles[name](join(draft, 'lib'));
    for (const part of parts) symlinkSync(join(root, part), join(draft, part));
    writeFileSync(join(draft, 'agent'), agentScript(join(inject('runFolder'), name)), { mode: 0o755 });
  });
  return { main: join(folder, 'lib/main.mjs'), agent: join(folder, 'agent'), compiled: join(folder, 'compiled') };
}

const agentScript = (folder: string): string => `#!/bin/sh
export MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX:-2}" NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-${folder}/compiled}"
program=main.mjs
[ "\${2:-}" != run ] || program=agent.cjs
exec ${process.execPath} ${readFileSync(join(root, 'scripts/agent-flags'), 'utf8').trim()} ${folder}/lib/$program "$@"
`;
