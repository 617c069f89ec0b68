import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { bundleControlPlane, bundleHost } from '../../scripts/release/bundle.ts';
import { oncePerRun } from './one-at-a-time.ts';
import { sharedProgram } from './shared-release.ts';

const root = join(import.meta.dirname, '../..');

/** How each is bundled, and where a release has it. */
const bundles = {
  'control-plane': { bundle: bundleControlPlane, inRelease: 'lib/control-plane' },
  host: { bundle: bundleHost, inRelease: 'lib' },
};

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
    const { bundle, inRelease } = bundles[name];
    const lib = join(draft, 'lib');
    // A whole run builds a release anyway, while the quick tests run.
    if (process.env['SATRAP_WHOLE_RUN'] === undefined) await bundle(lib);
    else cpSync(join(await sharedProgram(), inRelease), lib, { recursive: true });
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
