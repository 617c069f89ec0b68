import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { lt } from 'semver';
import * as z from 'zod';
import { installedUnit } from '../../../agent/host/units.ts';
import type { InitResult } from '../../../control-plane/commands/init.ts';
import { readPair } from '../../../control-plane/http/server-certificate.ts';
import { withConnection } from '../../../control-plane/platform/database/connect.ts';
import { directUrl } from '../../../control-plane/platform/database/database-url.ts';
import { writePrivateFile } from '../../../storage/private-file.ts';
import { authorityOf } from '../../../text/authority.ts';
import { errorMessage } from '../../../text/error-message.ts';
import type { ProgramFolder } from '../../../upgrade-watcher/program-folder.ts';
import { ownVersion } from '../../../version.ts';
import { CommandError } from '../../command-error.ts';
import {
  dryRunOption,
  type HostChanges,
  hostChanges,
  prepareService,
  requireSystemdRoot,
  runTool,
  unitState,
  writeUnits,
} from '../../installation/host.ts';
import { defineCommand, type OptionValues, option, wholeNumber } from '../../options.ts';
import { printLines } from '../../output.ts';
import { ownerLines } from '../data.ts';
import { portWarning, publicUrlOption } from '../options.ts';
import {
  type Address,
  addressOf,
  backupUnits,
  dataDir,
  envPath,
  portOf,
  readEnv,
  renderUnits,
  requireProgramFolder,
  runAsService,
  setEnv,
  systemUser,
  unitName,
} from './layout.ts';
import { backupBefore, servingVersion, takeBackup } from './switch.ts';
import { readyOption, restartUntilReady, upgrade, upgradeStep } from './upgrade.ts';

const runOptions = [dryRunOption, readyOption] as const;
const installOptions = [
  option('--email <address>', 'email address of the first owner'),
  option('--organization <name>', 'name of the first organization'),
  option('--host <address>', 'address to listen on (default: 127.0.0.1)'),
  option('--port <port>', 'port to listen on (default: 4100)', wholeNumber(1, 65_535)),
  publicUrlOption,
  ...runOptions,
] as const;
type InstallOptions = Partial<OptionValues<typeof installOptions>> & OptionValues<typeof runOptions>;

export function register(controlPlane: Command): void {
  const installed = 'install the control plane as a service, create its first owner, and wait until it serves';
  defineCommand(controlPlane, 'install', installed, installOptions)
    .action(installService)
    .addHelpText('after', `\nSafe to repeat. Put other settings, such as DATABASE_URL, into ${envPath}.`);
  const upgraded = 'upgrade this host’s control plane to this version, and roll back if it does not serve';
  defineCommand(controlPlane, 'upgrade', upgraded, runOptions).action(async (options) => {
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
  const hasUnit = installedUnit(unitName) !== null;
  const isRunning = hasUnit && (await unitState(unitName)).isActive;
  const faults = await whyUnfit(env, options, isRunning);
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
  writeUnits(changes, renderUnits(folder));
  changes.step('start the control plane at each boot', () => runTool('systemctl', 'enable', unitName));
  changes.step('back up the database each day', () => runTool('systemctl', 'enable', '--now', backupUnits.timer));
  const isUpgrade = from !== null && from !== to && folder.has(from);
  if (isUpgrade) await changes.step(upgradeStep(folder, from, to), () => upgrade(folder, from, to, options.wait));
  else await changes.step('start the control plane', () => start(env, options.wait));
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
  const said = await changes.step(`create the organization ${organization} and its owner ${email}`, async () =>
    runAsService(folder.program(ownVersion()), words),
  );
  if (said === null) return;
  printLines(['', ...ownerLines(JSON.parse(said) as InitResult), '']);
}

async function start(env: Readonly<Record<string, string>>, withinSeconds: number): Promise<void> {
  const words = await restartUntilReady(withinSeconds, ({ keepsEnding }) => keepsEnding);
  if (words !== null)
    throw new CommandError(`the control plane is installed, but does not serve: ${words}`, 'failed', {
      hint: 'journalctl -u satrap-control-plane',
    });
  const { host, port, tls } = addressOf(env);
  printLines([`The control plane serves at ${tls === undefined ? 'http' : 'https'}://${authorityOf(host, port)}.`]);
}

/** Disk space of a new database with its write-ahead log. */
const neededMib = 1024;
/** As in the unit. */
const metricsPort = 9464;

/**
 * Returns why a control plane cannot serve here, one sentence each. Changes nothing. `isRunning`: whether this host's service already uses
 * its ports.
 */
export async function whyUnfit(
  env: Readonly<Record<string, string>>,
  { email, organization }: Pick<InstallOptions, 'email' | 'organization'>,
  isRunning: boolean,
): Promise<string[]> {
  const metrics = { host: '127.0.0.1', port: portOf(env, 'SATRAP_METRICS_PORT', metricsPort) };
  const busy = isRunning
    ? []
    : [
        await portFault(addressOf(env), '--host and --port'),
        await portFault(metrics, `SATRAP_METRICS_PORT in ${envPath}`),
      ];
  const { DATABASE_URL: databaseUrl, DIRECT_DATABASE_URL: direct } = env;
  const database = databaseUrl ? await databaseFault(directUrl(databaseUrl, direct || undefined)) : toolFault();
  return [...busy, database, diskFault(), tlsFault(addressOf(env)), ownerFault(email, organization)].filter(
    (fault) => fault !== null,
  );
}

const isInitialised = (): boolean => existsSync(join(dataDir, 'secret'));

function ownerFault(email: string | undefined, organization: string | undefined): string | null {
  if (isInitialised()) return null;
  if (email === undefined || organization === undefined)
    return 'There is no owner yet. Add --email YOU@EXAMPLE.COM --organization NAME.';
  if (!z.email().safeParse(email).success) return `${email} is not an email address.`;
  const { length } = organization.trim();
  return length >= 1 && length <= 63 ? null : 'The organization’s name must have 1 to 63 characters.';
}

async function portFault({ host, port }: Pick<Address, 'host' | 'port'>, settings: string): Promise<string | null> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const taken = code === 'EADDRINUSE' ? 'in use by another program' : errorMessage(error);
    return `Cannot use port ${port} of ${host}: ${taken}. Choose another one with ${settings}.`;
  } finally {
    server.close();
  }
}

function toolFault(): string | null {
  const { status } = spawnSync('setpriv', ['--version'], { stdio: 'ignore' });
  return status === 0
    ? null
    : 'The embedded PostgreSQL needs setpriv, which is missing. Install it (on Debian: apt-get install util-linux).';
}

async function databaseFault({ url, setting }: ReturnType<typeof directUrl>): Promise<string | null> {
  try {
    await withConnection(url, (client) => client.query('SELECT 1'), setting);
    return null;
  } catch (error) {
    return `${errorMessage(error)}.`;
  }
}

/** Of the files, and not of the service's right to read them: its user may not exist yet. */
function tlsFault({ tls }: Address): string | null {
  try {
    if (tls !== undefined) readPair(tls);
    return null;
  } catch (error) {
    return `${errorMessage(error)}.`;
  }
}

function diskFault(): string | null {
  let at: string = dataDir;
  while (!existsSync(at)) at = dirname(at);
  const { bavail, bsize } = statfsSync(at);
  const freeMib = Math.floor((bavail * bsize) / 1024 ** 2);
  return freeMib >= neededMib
    ? null
    : `The disk of ${dataDir} has ${freeMib} MiB free, and a database needs ${neededMib} MiB. Free some space.`;
}
