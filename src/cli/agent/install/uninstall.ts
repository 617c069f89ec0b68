import { existsSync, lstatSync, readlinkSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Command } from 'commander';
import { packageRoot } from '../../../package-root.ts';
import { confirm } from '../../prompt.ts';
import { hostChanges, requireSystemdRoot, runTool, userExists } from './host.ts';
import { configPath, stateDir, systemUser, unitPath } from './layout.ts';
import { remainsLines, remainsOf } from './remains.ts';
import { removeWatcher } from './watcher-units.ts';

/** `satrap agent uninstall` */
export function addUninstallCommand(agent: Command): void {
  agent
    .command('uninstall')
    .description('remove the agent and what its installation made; nodes keep running, and no chain data is touched')
    .option('--docker-socket <path>', 'socket of the engine', '/var/run/docker.sock')
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--yes', 'do not ask')
    .action(uninstall);
}

async function uninstall(options: { dockerSocket: string; dryRun?: boolean; yes?: boolean }): Promise<void> {
  requireSystemdRoot();
  const remains = await remainsOf(options.dockerSocket);
  if (!options.dryRun && !options.yes) await confirm('Remove the agent of this host?');
  const changes = hostChanges(options.dryRun ?? false);
  const { step } = changes;
  removeWatcher(changes);
  if (existsSync(unitPath))
    step('stop the agent and remove its unit', () => {
      runTool('systemctl', 'disable', '--now', 'satrap-agent');
      rmSync(unitPath);
      runTool('systemctl', 'daemon-reload');
    });
  step(`remove ${configPath} and ${stateDir}, with the key`, () => {
    for (const path of [configPath, '/etc/satrap/executor.key', stateDir])
      rmSync(path, { recursive: true, force: true });
  });
  if (userExists(systemUser)) step(`remove the user ${systemUser}`, () => runTool('userdel', systemUser));
  const prefix = installedPrefix();
  if (prefix !== null)
    step(`remove ${prefix} and the links to it`, () => {
      for (const link of links) if (leadsInto(link, prefix)) rmSync(link);
      rmSync(prefix, { recursive: true });
    });
  for (const line of remainsLines(remains)) console.log(line);
}

/** What install.sh links. */
const links = [
  '/usr/local/bin/satrap',
  '/usr/local/share/man/man1/satrap.1',
  '/usr/local/share/bash-completion/completions/satrap',
  '/usr/local/share/zsh/site-functions/_satrap',
  '/usr/local/share/fish/vendor_completions.d/satrap.fish',
];

/** Where install.sh unpacked the program; null where it runs from a clone, which is not ours to remove. */
function installedPrefix(): string | null {
  const versions = dirname(packageRoot());
  return basename(versions) === 'versions' ? dirname(versions) : null;
}

const leadsInto = (link: string, folder: string): boolean =>
  lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true && readlinkSync(link).startsWith(`${folder}/`);
