import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { lt, valid } from 'semver';
import { queryAgent } from '../../../agent/admin-socket/client.ts';
import type { AgentStatus } from '../../../agent/admin-socket/status.ts';
import type { DoctorSettings } from '../../../agent/doctor/gather.ts';
import { renderUnits, unitNames } from '../../../agent/host/units.ts';
import { readIfThere, setTopLevel } from '../../../agent/settings/config-file.ts';
import { joinedKeyFile } from '../../../agent/settings/data-dir.ts';
import { endpointUrl } from '../../../contract/endpoint-url.ts';
import type { Finding } from '../../../contract/finding.ts';
import { packageRoot } from '../../../package-root.ts';
import { counted } from '../../../text/counted.ts';
import { programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { watcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { ownVersion } from '../../../version.ts';
import { CommandError } from '../../command-error.ts';
import { findingLines } from '../../findings.ts';
import {
  dryRunOption,
  type HostChanges,
  hasAgent,
  hostChanges,
  lastWords,
  prepareService,
  requireSystemdRoot,
  restartUnit,
  runTool,
  unitState,
  writeUnits,
} from '../../installation/host.ts';
import { defineCommand, type OptionValues, option, wholeNumber } from '../../options.ts';
import { printLines } from '../../output.ts';
import { findingsOf, settingsOrFaults } from '../doctor.ts';
import {
  type Connection,
  connectionOptions,
  join,
  refusePlainHttp,
  settingsToChange,
  tokenFileOption,
} from '../join.ts';
import { shareConfig, writeConfig } from '../join-files.ts';
import { shellConnection, withoutShell } from '../shell-connection.ts';
import { isUpgradeOrdered, requireNoSwitch, switchAgent } from '../upgrade/switch-agent.ts';
import { configPath, installGateway, installWatcher, socketGroup, stateDir, systemUser } from './installed-agent.ts';

const installOptions = [
  option('--url <url>', 'control plane URL (default: from the settings)', endpointUrl),
  tokenFileOption,
  option('--name <name>', 'name of this host (default: from the settings, else the host name)'),
  ...connectionOptions,
  option('--docker-socket <path>', 'engine socket, whose group the agent joins (default: /var/run/docker.sock)'),
  option('--ignore-problems', 'install even if the doctor finds problems'),
  dryRunOption,
  option('--wait <seconds>', 'how long to wait for the first heartbeat', wholeNumber(1, 86_400), 60),
] as const;

export function register(agent: Command): void {
  const description = 'install the agent as a service, join a control plane, and wait until the host is online';
  defineCommand(agent, 'install', description, installOptions)
    .action(install)
    .addHelpText(
      'after',
      '\nSafe to repeat; with a token, the host joins again. Put other settings into /etc/satrap/agent.toml.',
    );
}

async function install(options: OptionValues<typeof installOptions>): Promise<void> {
  requireSystemdRoot();
  const changes = hostChanges(options.dryRun ?? false);
  const hasToken = options.tokenFile !== undefined || Boolean(process.env['SATRAP_ENROLMENT_TOKEN']);
  const isJoined = existsSync(joinedKeyFile(stateDir));
  // A manually created key is where the unit expects it.
  const hasOwnKey = existsSync('/etc/satrap/executor.key') && existsSync(configPath);
  const needsUrl = hasToken || (!isJoined && !hasOwnKey);
  const { name, caFile, proxy, dockerSocket } = options;
  const url = options.url ?? (needsUrl ? configured('url') : undefined);
  if (needsUrl && url === undefined)
    throw new CommandError('this host has not joined a control plane; set --url', 'usage');
  const joins = (hasToken || !isJoined) && url !== undefined;
  const insecureHttp = options.insecureHttp ?? ((joins && configured('insecure_http') === 'true') || undefined);
  const shell = joins ? shellConnection(url) : undefined;
  const connection = {
    ...{ url, name, insecureHttp, dockerSocket },
    caFile: caFile ?? configured('ca_file') ?? shell?.caFile,
    proxy: proxy ?? configured('proxy') ?? shell?.proxy,
  };
  refusePlainHttp(connection);
  // A joining host gets them with its key.
  const toChange = joins ? {} : settingsToChange(connection, currentSettings());
  // Another control plane must accept the host's key, or the host would be lost to both.
  const ignoresProblems = options.ignoreProblems && !('url' in toChange);
  const warnings = requireFit(await preflight(connection, joins), ignoresProblems);
  const units = renderUnits(engineGroup(dockerSocket));
  await switchInstalled(changes);
  // An invalid token fails before anything changes.
  const { tokenFile, executorId } = options;
  const joined = joins
    ? await changes.step(`join ${url}`, () => join({ ...connection, ...places, url, tokenFile, executorId }))
    : null;
  prepareService(changes, { user: systemUser, folder: stateDir });
  if (joined !== null)
    await changes.step('store the key and the settings', async () => printLines(await joined.store()));
  if (Object.keys(toChange).length > 0)
    changes.step(`write ${Object.keys(toChange).join(', ')} into ${configPath}`, () => changeSettings(toChange));
  if (existsSync(configPath)) changes.step(`let the agent read ${configPath}`, () => shareConfig(configPath, stateDir));
  writeUnits(changes, units);
  installWatcher(changes);
  installGateway(changes);
  const former = await askStatus();
  changes.step('start the agent at each boot', () => runTool('systemctl', 'enable', unitNames.agent));
  // The nodes keep running.
  await changes.step('start the agent', () => restartUnit(unitNames.agent));
  if (!options.dryRun) await untilOnline(options.wait, former === null ? null : former.startedAt);
  if (warnings > 0) printLines([`${counted(warnings, 'warning')}: see above, or run satrap agent doctor.`]);
}

/**
 * Switches an installed agent of another version to this one as an upgrade does, which goes back if it does not work.
 * Before anything else changes. Throws CommandError for an earlier version.
 */
async function switchInstalled(changes: HostChanges): Promise<void> {
  const folder = programFolderOf(packageRoot());
  const from = folder?.versionOf('current') ?? null;
  const to = ownVersion();
  if (!hasAgent() || folder === null || from === null || from === to) return;
  if (valid(from) !== null && lt(to, from))
    throw new CommandError(
      `this host’s agent is ${from}, which is newer than ${to}; to go back: satrap agent rollback`,
    );
  const own = watcherFiles();
  requireNoSwitch(own, isUpgradeOrdered);
  if (folder.has(from) && folder.versionOf('watcher') !== null)
    await changes.step(`upgrade the agent from ${from} to ${to}, and go back if it does not work`, () =>
      switchAgent(folder, own, { from, to }),
    );
  else changes.step(`select ${to} as the agent's version`, () => folder.point('current', to));
}

const places = { dataDir: stateDir, config: configPath };

const currentSettings = () => readIfThere(configPath).values;

const configured = (
  key: 'docker_socket' | 'docker_host' | 'url' | 'insecure_http' | 'ca_file' | 'proxy',
): string | undefined => {
  const named = currentSettings()[key];
  return named === undefined ? undefined : String(named);
};

/** Returns the group that may use the engine's socket; null for an engine over TCP. Throws CommandError. */
function engineGroup(dockerSocket: string | undefined): string | null {
  const dockerHost = configured('docker_host');
  if (dockerHost === undefined)
    return socketGroup(dockerSocket ?? configured('docker_socket') ?? '/var/run/docker.sock');
  if (dockerSocket === undefined) return null;
  throw new CommandError(
    `${configPath} sets docker_host to ${dockerHost}; remove it there, or omit --docker-socket`,
    'usage',
  );
}

function changeSettings(toChange: Readonly<Record<string, string>>): void {
  const present = existsSync(configPath) ? readFileSync(configPath, 'utf8') : '';
  writeConfig(configPath, setTopLevel(present, toChange), stateDir);
}

/** The status of this host's agent; null if none answers. */
const askStatus = (): Promise<AgentStatus | null> => queryAgent<AgentStatus>(stateDir, '/status').catch(() => null);

/**
 * Waits until the control plane accepts a heartbeat of the new agent process. The previous one, started at `formerStartedAt`, may still be
 * shutting down. Throws CommandError with the obstacle.
 */
async function untilOnline(seconds: number, formerStartedAt: string | null): Promise<void> {
  const startedAt = Date.now();
  let reason = 'the agent does not answer';
  while (Date.now() < startedAt + seconds * 1000) {
    const status = await askStatus();
    const isStarted = status !== null && status.startedAt !== formerStartedAt;
    if (isStarted && status.lastSync.succeededAt !== null) {
      printLines([`${status.name} is online at ${status.controlPlane}.`]);
      return;
    }
    if (isStarted) {
      const { error } = status.lastSync;
      // This can take most of a minute: until the control plane counts a previous installation as offline.
      if (error !== null && error !== reason) printLines([`waiting: ${error}`]);
      reason = error ?? reason;
    } else if ((await unitState(unitNames.agent)).keepsEnding) {
      reason = `it exits after each start: ${lastWords(unitNames.agent, startedAt)}`;
      break;
    }
    await delay(250);
  }
  const findings = await findingsOf(settingsOrFaults({}));
  const inTheWay = findings.filter(({ level }) => level === 'problem');
  throw new CommandError(
    [
      `the agent is installed, but not online after ${Math.round((Date.now() - startedAt) / 1000)} s: ${reason}`,
      ...findingLines(inTheWay),
      'see also: journalctl -u satrap-agent',
    ].join('\n'),
  );
}

/** Checks of an installed agent, which do not prevent installing another. */
const installedAgentChecks = ['agent', 'key expiry', 'units'];

/** Runs the doctor's checks with the agent's future settings. `joins`: whether the agent has no key yet. */
async function preflight(connection: Connection, joins: boolean): Promise<Finding[]> {
  const findings = await findingsOf(plannedSettings(connection, joins));
  return findings.filter(({ check }) => !installedAgentChecks.includes(check));
}

/** Prints the warnings and returns their number. Throws CommandError if a problem would keep an agent from working here. */
export function requireFit(findings: readonly Finding[], ignoresProblems = false): number {
  const problems = findings.filter(({ level }) => level === 'problem');
  const warnings = findings.filter(({ level }) => level === 'warning');
  printLines(findingLines(warnings));
  if (problems.length === 0) return warnings.length;
  const lines = findingLines(problems);
  if (!ignoresProblems)
    throw new CommandError(
      [
        'nothing was changed, because an agent cannot work here:',
        ...lines,
        'fix the problems and install again, or add --ignore-problems',
      ].join('\n'),
    );
  printLines(lines);
  return warnings.length;
}

/** The agent's future settings, with the environment of its service; the key is empty until it joins. */
function plannedSettings(connection: Connection, joins: boolean): DoctorSettings {
  const flags = { ...connection, insecureHttp: connection.insecureHttp?.toString() };
  const planned = settingsOrFaults(flags, {
    ...withoutShell(),
    ...(joins ? { SATRAP_AGENT_API_KEY: 'none-yet' } : {}),
  });
  return joins && 'settings' in planned ? { settings: { ...planned.settings, apiKey: '' } } : planned;
}
