import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { lt } from 'semver';
import { installedUnit } from '../../../agent/host/units.ts';
import type { InitResult } from '../../../control-plane/commands/init.ts';
import { writePrivateFile } from '../../../storage/private-file.ts';
import type { ProgramFolder } from '../../../upgrade-watcher/program-folder.ts';
import { ownVersion } from '../../../version.ts';
import { CommandError } from '../../command-error.ts';
import { defineCommand } from '../../define-command.ts';
import {
  dryRunOption,
  type HostChanges,
  hostChanges,
  prepareService,
  requireSystemdRoot,
  runTool,
} from '../../installation/host.ts';
import { unitState } from '../../installation/unit-state.ts';
import { writeUnits } from '../../installation/write-units.ts';
import { type OptionValues, option, wholeNumber } from '../../options.ts';
import { printLines } from '../../output.ts';
import { passwordLinkLines } from '../init.ts';
import { portWarning, publicUrlOption } from '../options.ts';
import { isInitialised, whyUnfit } from './checks.ts';
import {
  addressOf,
  dataDir,
  envPath,
  readEnv,
  renderUnit,
  requireProgramFolder,
  runAsService,
  setEnv,
  systemUser,
  unitName,
} from './layout.ts';
import { backupBefore, servingVersion, takeBackup } from './switch.ts';
import { restartUntilReady, upgrade, upgradeStep } from './upgrade.ts';

const runOptions = [
  dryRunOption,
  option('--wait <seconds>', 'how long to wait until the service is ready', wholeNumber(1, 86_400), 300),
] as const;
const installOptions = [
  option('--email <address>', 'e-mail address of the first owner'),
  option('--organization <name>', 'name of the first organization'),
  option('--host <address>', 'address to listen on (default: 127.0.0.1)'),
  option('--port <port>', 'port to listen on (default: 4100)', wholeNumber(1, 65_535)),
  publicUrlOption,
  ...runOptions,
] as const;
type InstallOptions = Partial<OptionValues<typeof installOptions>> & OptionValues<typeof runOptions>;

/** `satrap control-plane install` and `upgrade` */
export function register(controlPlane: Command): void {
  defineCommand(
    controlPlane,
    'install',
    'install the control plane as a service, create its first owner, and wait until it serves',
    installOptions,
    installService,
  ).addHelpText('after', `\nSafe to repeat. Put other settings, such as DATABASE_URL, into ${envPath}.`);
  const upgraded = 'upgrade this host’s control plane to this version, and roll back if it does not serve';
  defineCommand(controlPlane, 'upgrade', upgraded, runOptions, async (options) => {
    requireSystemdRoot();
    if (installedUnit(unitName) === null)
      throw new CommandError('no control plane is installed on this host; run: satrap control-plane install');
    await installService(options);
  });
}

async function installService(options: InstallOptions): Promise<void> {
  requireSystemdRoot();
  const folder = requireProgramFolder();
  const to = ownVersion();
  const from = servingVersion(folder);
  if (from !== null && lt(to, from))
    throw new CommandError(
      `this host’s control plane is ${from}, which is newer than ${to}; to go back, run: satrap control-plane rollback`,
    );
  const given = givenSettings(options);
  const env = { ...readEnv(), ...given };
  const { email, organization } = options;
  const hasUnit = installedUnit(unitName) !== null;
  const isRunning = hasUnit && (await unitState(unitName)).isActive;
  const faults = await whyUnfit({ env, email, organization, isRunning });
  if (faults.length > 0)
    throw new CommandError(['nothing was changed:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
  const warning = portWarning(addressOf(env).port);
  if (warning !== null) printLines([`Warning: ${warning}`]);

  const changes = hostChanges(options.dryRun ?? false);
  prepareHost(changes, given, isRunning);
  // The database of an earlier installation: no previous version can take the backup, which a rollback needs.
  if (from === null && isInitialised())
    changes.step(`back up the database to ${backupBefore(to)}, in case this version migrates it`, () =>
      takeBackup(folder.program(to), backupBefore(to)),
    );
  if (from === null || !folder.has(from))
    changes.step(`select ${to} as the control plane's version`, () => folder.point('control-plane', to));
  if (!isInitialised()) await initialise(changes, folder, options);
  writeUnits(changes, new Map([[unitName, renderUnit(folder)]]));
  changes.step('start the control plane at each boot', () => runTool('systemctl', 'enable', unitName));
  const isUpgrade = from !== null && from !== to && folder.has(from);
  if (isUpgrade)
    await changes.stepAsync(upgradeStep({ folder, from, to }), () =>
      upgrade({ folder, from, to, withinSeconds: options.wait }),
    );
  else await changes.stepAsync('start the control plane', () => start(env, options.wait));
}

const givenSettings = ({ host, port, publicUrl }: InstallOptions): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ SATRAP_HOST: host, SATRAP_PORT: port, SATRAP_PUBLIC_URL: publicUrl }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  );

function prepareHost(changes: HostChanges, given: Record<string, string>, isRunning: boolean): void {
  prepareService(changes, { user: systemUser, folder: dataDir });
  // Root may have restored a database there. Skipped while the service runs, because its files change.
  if (!isRunning)
    changes.step(`give ${dataDir} to ${systemUser}`, () =>
      runTool('chown', '-hR', `${systemUser}:${systemUser}`, dataDir),
    );
  const present = existsSync(envPath) ? readFileSync(envPath, 'utf8') : '';
  const wanted = setEnv(present, given);
  if (Object.keys(given).length > 0 && wanted !== present)
    changes.step(`write ${Object.keys(given).join(', ')} into ${envPath}`, () => writePrivateFile(envPath, wanted));
}

async function initialise(
  changes: HostChanges,
  folder: ProgramFolder,
  { email = '', organization = '' }: InstallOptions,
): Promise<void> {
  const words = ['control-plane', 'init', '--json', '--email', email, '--organization', organization];
  const said = await changes.stepAsync(`create the organization ${organization} and its owner ${email}`, async () =>
    runAsService(folder.program(ownVersion()), words),
  );
  if (said === null) return;
  const { personalKey, passwordLink } = JSON.parse(said) as InitResult;
  printLines([
    '',
    `Personal API key:  ${personalKey}`,
    'It is shown only once.',
    '',
    ...passwordLinkLines(passwordLink),
    '',
  ]);
}

async function start(env: Readonly<Record<string, string>>, withinSeconds: number): Promise<void> {
  const words = await restartUntilReady(withinSeconds, ({ keepsEnding }) => keepsEnding);
  if (words !== null)
    throw new CommandError(
      `the control plane is installed, but does not serve: ${words}; see: journalctl -u satrap-control-plane`,
    );
  const { host, port } = addressOf(env);
  printLines([`The control plane serves at http://${host}:${port}.`]);
}
