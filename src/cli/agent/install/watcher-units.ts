import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../package-root.ts';
import { type ProgramFolder, programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { watcherFolder } from '../../../upgrade-watcher/watcher-files.ts';
import { type HostChanges, runTool } from './host.ts';

export const watcherUnit = 'satrap-agent-upgrade.service';
const units = [watcherUnit, 'satrap-agent-upgrade.path'];
const pathOf = (unit: string): string => join('/etc/systemd/system', unit);

/** Makes the watcher of upgrades a service of this host. A program that is not among versions, as in a clone, has none. */
export function installWatcher({ step }: HostChanges): void {
  const folder = programFolderOf(packageRoot());
  const current = folder?.versionOf('current') ?? null;
  if (folder === null || current === null) return;
  // During a switch, the former version's program watches.
  if (folder.versionOf('watcher') !== current && !existsSync(join(watcherFolder, 'journal.json')))
    step(`let ${current} watch over upgrades`, () => folder.point('watcher', current));
  const changed = units.filter((unit) => !isWritten(unit, folder));
  if (changed.length > 0)
    step(`write ${changed.map(pathOf).join(' and ')}`, () => {
      for (const unit of changed) writeFileSync(pathOf(unit), rendered(unit, folder), { mode: 0o644 });
      runTool('systemctl', 'daemon-reload');
    });
  step('watch for ordered upgrades, now and at each boot', () =>
    runTool('systemctl', 'enable', '--now', 'satrap-agent-upgrade.path'),
  );
}

/** Ends an upgrade where it is. Whoever calls it removes the agent as well. */
export function removeWatcher({ step }: HostChanges): void {
  if (!units.some((unit) => existsSync(pathOf(unit)))) return;
  step('end a running upgrade, and remove its units', () => {
    runTool('systemctl', 'disable', '--now', 'satrap-agent-upgrade.path');
    runTool('systemctl', 'stop', watcherUnit);
    for (const path of [...units.map(pathOf), watcherFolder]) rmSync(path, { recursive: true, force: true });
    runTool('systemctl', 'daemon-reload');
  });
}

const isWritten = (unit: string, folder: ProgramFolder): boolean =>
  existsSync(pathOf(unit)) && readFileSync(pathOf(unit), 'utf8') === rendered(unit, folder);

const rendered = (unit: string, folder: ProgramFolder): string =>
  readFileSync(join(packageRoot(), 'templates', unit), 'utf8').replaceAll('/opt/satrap', folder.path);
