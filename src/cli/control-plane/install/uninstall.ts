import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import type { Command } from 'commander';
import { installedUnit } from '../../../agent/host/units.ts';
import {
  confirmedChanges,
  emptyAsOwner,
  removeControlPlaneProgram,
  removeUnits,
  removeUser,
  requireSystemdRoot,
  runTool,
  type StepOptions,
  stepOptions,
} from '../../installation/host.ts';
import { defineCommand, option } from '../../options.ts';
import { printLines } from '../../output.ts';
import { backupUnits, dataDir, envPath, readEnv, requireProgramFolder, systemUser, unitName } from './layout.ts';
import { upgradeFolder } from './switch.ts';

export function register(controlPlane: Command): void {
  defineCommand(controlPlane, 'uninstall', 'uninstall the control plane; the database stays', [
    option('--remove-data', 'also delete the database, secret file, settings and user'),
    ...stepOptions,
  ]).action(({ removeData = false, ...options }) => uninstall(removeData, options));
}

async function uninstall(removeData: boolean, options: StepOptions): Promise<void> {
  requireSystemdRoot();
  const folder = requireProgramFolder();
  const isElsewhere = Boolean(readEnv()['DATABASE_URL']);
  const loss = isElsewhere
    ? ', including the secret file, without which the database of DATABASE_URL cannot be read'
    : '';
  const changes = await confirmedChanges(
    `Uninstall this host’s control plane${removeData ? `, and permanently delete ${dataDir}${loss}` : ''}?`,
    options,
  );
  const { step } = changes;
  if (installedUnit(unitName) !== null)
    step('stop the control plane and remove its units', () => {
      runTool('systemctl', 'disable', '--now', backupUnits.timer, unitName);
      rmSync(upgradeFolder, { recursive: true, force: true });
      removeUnits([unitName, ...Object.values(backupUnits)]);
    });
  if (removeData) {
    step(`delete ${dataDir} and ${envPath}${loss}`, () => {
      if (existsSync(dataDir)) emptyAsOwner(dataDir);
      for (const path of [dataDir, envPath]) rmSync(path, { recursive: true, force: true });
      if (existsSync('/etc/satrap') && readdirSync('/etc/satrap').length === 0) rmdirSync('/etc/satrap');
    });
    removeUser(changes, systemUser);
  }
  step(`remove the control plane's versions from ${folder.path}`, () => removeControlPlaneProgram(folder));
  printLines(remainsLines(removeData, isElsewhere));
}

function remainsLines(removesData: boolean, isElsewhere: boolean): string[] {
  const elsewhere = isElsewhere ? ['The database of DATABASE_URL is unchanged.'] : [];
  if (removesData) return elsewhere;
  return [
    'Left in place:',
    `  ${dataDir}, with ${isElsewhere ? 'the secret file' : 'the database and the secret file'}`,
    ...(existsSync(envPath) ? [`  ${envPath}`] : []),
    `  the user ${systemUser}, their owner`,
    ...elsewhere,
    'The next installation uses them. To permanently delete them:',
    `  rm -r ${dataDir} ${envPath}; userdel ${systemUser}`,
  ];
}
