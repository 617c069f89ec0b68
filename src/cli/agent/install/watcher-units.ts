import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installedUnit, unitFolder, unitNames } from '../../../agent/host/units.ts';
import { packageRoot } from '../../../package-root.ts';
import { programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { watcherFolder } from '../../../upgrade-watcher/watcher-files.ts';
import { type HostChanges, runTool } from '../../installation/host.ts';
import { removeUnits } from '../../installation/write-units.ts';

const units = [unitNames.watcher, unitNames.order];

/** Starts the upgrade watcher, whose units are written. A program outside of a versions folder, as in a clone, has none. */
export function installWatcher({ step }: HostChanges): void {
  const folder = programFolderOf(packageRoot());
  const current = folder?.versionOf('current') ?? null;
  if (folder === null || current === null) return;
  // During a switch, the previous version watches.
  if (folder.versionOf('watcher') !== current && !existsSync(join(watcherFolder, 'journal.json')))
    step(`use ${current} as the upgrade watcher`, () => folder.point('watcher', current));
  step('start the upgrade watcher now and at each boot', () =>
    runTool('systemctl', 'enable', '--now', unitNames.order),
  );
}

/**
 * Stops a running upgrade, before the agent is removed. Continues where a killed call stopped: systemd refuses commands for a unit that is
 * removed already.
 */
export function removeWatcher({ step }: HostChanges, { unitsIn = unitFolder, memory = watcherFolder } = {}): void {
  const isLeft = (unit: string) => installedUnit(unit, unitsIn) !== null;
  if (!units.some(isLeft) && !existsSync(memory)) return;
  step('stop a running upgrade and remove its units', () => {
    if (isLeft(unitNames.order)) runTool('systemctl', 'disable', '--now', unitNames.order);
    if (isLeft(unitNames.watcher)) runTool('systemctl', 'stop', unitNames.watcher);
    rmSync(memory, { recursive: true, force: true });
    removeUnits(units, unitsIn);
  });
}
