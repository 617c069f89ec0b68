import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedUnit, unitFolder } from '../../agent/host/units.ts';
import { type HostChanges, runTool } from './host.ts';

const unitPath = (name: string, folder = unitFolder): string => join(folder, name);

/** Everybody may read a unit. */
const unitMode = 0o644;

/** Puts units into place, where they are not as they should be. */
export function writeUnits({ step }: HostChanges, units: ReadonlyMap<string, string>): void {
  const changed = [...units].filter(
    ([name, text]) => installedUnit(name) !== text || (statSync(unitPath(name)).mode & 0o777) !== unitMode,
  );
  if (changed.length === 0) return;
  step(`write ${changed.map(([name]) => unitPath(name)).join(', ')}`, () => {
    for (const [name, text] of changed) {
      writeFileSync(unitPath(name), text);
      chmodSync(unitPath(name), unitMode);
    }
    runTool('systemctl', 'daemon-reload');
  });
}

/** Of units that do not run. */
export function removeUnits(names: readonly string[], folder = unitFolder): void {
  for (const name of names) rmSync(unitPath(name, folder), { force: true });
  runTool('systemctl', 'daemon-reload');
}
