import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedUnit, unitFolder } from '../../agent/host/units.ts';
import { type HostChanges, runTool } from './host.ts';

const unitPath = (name: string, folder = unitFolder): string => join(folder, name);

/** Units are world-readable. */
const unitMode = 0o644;

/** Writes the units that differ. */
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

/** For units that are not running. */
export function removeUnits(names: readonly string[], folder = unitFolder): void {
  for (const name of names) rmSync(unitPath(name, folder), { force: true });
  runTool('systemctl', 'daemon-reload');
}
