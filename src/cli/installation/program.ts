import { existsSync, lstatSync, readdirSync, readlinkSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installedUnit, unitNames } from '../../agent/host/units.ts';
import type { Pointer, ProgramFolder } from '../../upgrade-watcher/program-folder.ts';

/** The links of install.sh. */
const links = [
  '/usr/local/bin/satrap',
  '/usr/local/share/man/man1/satrap.1',
  '/usr/local/share/bash-completion/completions/satrap',
  '/usr/local/share/zsh/site-functions/_satrap',
  '/usr/local/share/fish/vendor_completions.d/satrap.fish',
];

export const hasAgent = (): boolean => installedUnit(unitNames.agent) !== null;

/** Removes the agent's versions. Without a control plane on the host, removes the whole program. */
export function removeAgentProgram(folder: ProgramFolder): void {
  const other = folder.versionOf('control-plane');
  if (other === null) removeProgram(folder);
  else {
    folder.point('current', other);
    removePointers(folder, ['former', 'watcher']);
    folder.removeUnused();
  }
}

/** Removes the control plane's versions. Without an agent on the host, removes the whole program. */
export function removeControlPlaneProgram(folder: ProgramFolder): void {
  if (!hasAgent()) removeProgram(folder);
  else {
    removePointers(folder, ['control-plane', 'control-plane-former']);
    folder.removeUnused();
  }
}

/**
 * Removes the program with all its versions and links, and its folder if it is empty. `install.sh` considers a version with this mark
 * complete, so the marks go first, in case the uninstallation is killed. Safe to repeat.
 */
export function removeProgram(
  folder: ProgramFolder,
  remove = (path: string) => rmSync(path, { recursive: true }),
): void {
  for (const link of links) if (leadsInto(link, folder.path)) rmSync(link);
  const versions = join(folder.path, 'versions');
  for (const version of readdirSync(versions, { withFileTypes: true }))
    if (version.isDirectory()) rmSync(join(versions, version.name, '.sha256'), { force: true });
  removePointers(folder, ['current', 'former', 'watcher', 'control-plane', 'control-plane-former']);
  remove(versions);
  // For example, an operator's clone.
  if (existsSync(folder.path) && readdirSync(folder.path).length === 0) rmdirSync(folder.path);
}

function removePointers(folder: ProgramFolder, pointers: readonly Pointer[]): void {
  for (const pointer of pointers) rmSync(join(folder.path, pointer), { force: true });
}

const leadsInto = (link: string, folder: string): boolean =>
  lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true && readlinkSync(link).startsWith(`${folder}/`);
