import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { queryAgent } from '../../../agent/admin-socket/client.ts';
import type { AgentStatus } from '../../../agent/admin-socket/status.ts';
import { renderUnits, unitNames } from '../../../agent/host/units.ts';
import { readConfigFile } from '../../../agent/settings/config-file.ts';
import { joinedKeyFile } from '../../../agent/settings/data-dir.ts';
import { setTopLevel } from '../../../agent/settings/edit-config.ts';
import { endpointUrl } from '../../../contract/endpoint-url.ts';
import { CommandError } from '../../command-error.ts';
import { hostChanges, prepareService, requireSystemdRoot, runTool } from '../../installation/host.ts';
import { lastWords, restartUnit, unitState } from '../../installation/unit-state.ts';
import { writeUnits } from '../../installation/write-units.ts';
import { printLines } from '../../output.ts';
import { wholeNumber } from '../../parse.ts';
import { findingLines, findingsOf, settingsOrFaults } from '../doctor.ts';
import { executorIdHelp, type GivenOptions, join, refusePlainHttp } from '../join.ts';
import { shareConfig, writeConfig } from '../write-config.ts';
import { configPath, socketGroup, stateDir, systemUser } from './layout.ts';
import { hasOwnKey, preflight, requireFit } from './preflight.ts';
import { settingsToChange } from './settings-to-change.ts';
import { installWatcher } from './watcher-units.ts';

type InstallOptions = Omit<GivenOptions, 'dataDir' | 'config' | 'url'> & {
  url?: string;
  dryRun?: boolean;
  ignoreProblems?: boolean;
  wait: number;
};

export function register(agent: Command): void {
  agent
    .command('install')
    .description('make the agent a service of this host, join a control plane, and wait until the agent is online')
    .option('--url <url>', 'URL of the control plane (default: the one that the settings name)', endpointUrl)
    .option('--token-file <file>', 'file with the token (else SATRAP_ENROLMENT_TOKEN, standard input, or a prompt)')
    .option('--name <name>', 'name of this executor (default: that of the settings, else the host’s name)')
    .option('--executor-id <id>', executorIdHelp)
    .option('--insecure-http', 'allow plain http to another host')
    .option('--ca-file <file>', 'certificates (PEM) of further authorities to trust')
    .option('--proxy <url>', 'HTTP proxy on the way to the control plane')
    .option(
      '--docker-socket <path>',
      'socket of the engine, whose group the agent joins (default: /var/run/docker.sock)',
    )
    .option('--ignore-problems', 'install also where the doctor finds that an agent could not work')
    .option('--dry-run', 'say what would be done, and do nothing')
    .option(
      '--wait <seconds>',
      'how long to wait until the control plane takes a heartbeat',
      wholeNumber(1, 86_400),
      60,
    )
    .addHelpText(
      'after',
      '\nCan be repeated; a token makes the host join again. Settings beyond these belong into /etc/satrap/agent.toml.',
    )
    .action(install);
}

async function install(options: InstallOptions): Promise<void> {
  requireSystemdRoot();
  const changes = hostChanges(options.dryRun ?? false);
  const hasToken = options.tokenFile !== undefined || Boolean(process.env['SATRAP_ENROLMENT_TOKEN']);
  const isJoined = existsSync(joinedKeyFile(stateDir));
  const needsUrl = hasToken || (!isJoined && !hasOwnKey(configPath));
  if (needsUrl) options.url ??= configured('url');
  if (needsUrl && options.url === undefined)
    throw new CommandError('this host has not joined a control plane: name it with --url', 2);
  const joins = (hasToken || !isJoined) && options.url !== undefined;
  if (joins && configured('insecure_http') === 'true') options.insecureHttp ??= true;
  refusePlainHttp(options);
  const { url, name, insecureHttp, caFile, proxy, dockerSocket } = options;
  // A host that joins gets them with its key.
  const toChange = joins ? {} : settingsToChange(options, presentSettings());
  const findings = await preflight({ url, name, insecureHttp, caFile, proxy, dockerSocket, joins });
  requireFit(findings, { ignoresProblems: options.ignoreProblems ?? false });
  const units = renderUnits(engineGroup(dockerSocket));
  // A token that cannot be used is found before anything is changed.
  const joined =
    joins && options.url !== undefined
      ? await changes.stepAsync(`join ${options.url}`, () => join({ ...options, url: options.url ?? '', ...places }))
      : null;
  prepareService(changes, { user: systemUser, folder: stateDir });
  if (joined !== null)
    await changes.stepAsync('store the key and the settings', async () => printLines(await joined.store()));
  if (Object.keys(toChange).length > 0)
    changes.step(`write ${Object.keys(toChange).join(', ')} into ${configPath}`, () => changeSettings(toChange));
  if (existsSync(configPath)) changes.step(`let the agent read ${configPath}`, () => shareConfig(configPath, stateDir));
  writeUnits(changes, units);
  installWatcher(changes);
  const former = await askStatus();
  changes.step('start the agent at each boot', () => runTool('systemctl', 'enable', unitNames.agent));
  // The nodes keep running.
  await changes.stepAsync('start the agent', () => restartUnit(unitNames.agent));
  if (!options.dryRun) await untilOnline(options.wait, former === null ? null : former.startedAt);
}

const places = { dataDir: stateDir, config: configPath };

/** What the settings of this host name already. */
const presentSettings = () => readConfigFile(existsSync(configPath) ? configPath : undefined).values;

const configured = (key: 'docker_socket' | 'docker_host' | 'url' | 'insecure_http'): string | undefined => {
  const named = presentSettings()[key];
  return named === undefined ? undefined : String(named);
};

/** Returns the group that the agent needs for its engine; null where the settings name one over TCP. Throws CommandError. */
function engineGroup(dockerSocket: string | undefined): string | null {
  const dockerHost = configured('docker_host');
  if (dockerHost === undefined)
    return socketGroup(dockerSocket ?? configured('docker_socket') ?? '/var/run/docker.sock');
  if (dockerSocket === undefined) return null;
  throw new CommandError(
    `${configPath} names the engine at ${dockerHost}; remove docker_host there, or leave --docker-socket out`,
    2,
  );
}

function changeSettings(toChange: Readonly<Record<string, string>>): void {
  const present = existsSync(configPath) ? readFileSync(configPath, 'utf8') : '';
  writeConfig(configPath, setTopLevel(present, toChange), stateDir);
}

/** What the agent of this host says of itself; null where none answers. */
const askStatus = (): Promise<AgentStatus | null> => queryAgent<AgentStatus>(stateDir, '/status').catch(() => null);

/**
 * Waits until the control plane took a heartbeat of the agent that was started: not of the one before it, which began at `formerStartedAt` and
 * may still end. Throws CommandError with what stands in the way.
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
      // It can take most of a minute, such as until the control plane counts a previous installation as offline.
      if (error !== null && error !== reason) printLines([`waiting: ${error}`]);
      reason = error ?? reason;
    } else if ((await unitState(unitNames.agent)).keepsEnding) {
      reason = `it ends after each start: ${lastWords(unitNames.agent, startedAt)}`;
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
