import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installedUnit, unitFolder, unitNames } from '../../../agent/host/units.ts';
import { packageRoot } from '../../../package-root.ts';
import { programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { watcherFolder } from '../../../upgrade-watcher/watcher-files.ts';
import { type HostChanges, runTool } from '../../installation/host.ts';
import { removeUnits } from '../../installation/write-units.ts';

const units = [unitNames.watcher, unitNames.order];

/** Has the watcher of upgrades, whose units are written, run on this host. A program that is not among versions, as in a clone, has none. */
export function installWatcher({ step }: HostChanges): void {
  const folder = programFolderOf(packageRoot());
  const current = folder?.versionOf('current') ?? null;
  if (folder === null || current === null) return;
  // During a switch, the former version's program watches.
  if (folder.versionOf('watcher') !== current && !existsSync(join(watcherFolder, 'journal.json')))
    step(`let ${current} watch over upgrades`, () => folder.point('watcher', current));
  step('watch for ordered upgrades, now and at each boot', () =>
    runTool('systemctl', 'enable', '--now', unitNames.order),
  );
}

/**
 * Ends an upgrade where it is. Anyone who calls it removes the agent as well. Goes on where a call before was killed: systemd refuses what is to be
 * done with a unit that is removed already.
 */
export function removeWatcher({ step }: HostChanges, { unitsIn = unitFolder, memory = watcherFolder } = {}): void {
  const isLeft = (unit: string) => installedUnit(unit, unitsIn) !== null;
  if (!units.some(isLeft) && !existsSync(memory)) return;
  step('end a running upgrade, and remove its units', () => {
    if (isLeft(unitNames.order)) runTool('systemctl', 'disable', '--now', unitNames.order);
    if (isLeft(unitNames.watcher)) runTool('systemctl', 'stop', unitNames.watcher);
    rmSync(memory, { recursive: true, force: true });
    removeUnits(units, unitsIn);
  });
}
