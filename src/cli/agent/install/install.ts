import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { queryAgent } from '../../../agent/admin-socket/client.ts';
import type { AgentStatus } from '../../../agent/admin-socket/status.ts';
import { renderUnits } from '../../../agent/host/units.ts';
import { readConfigFile } from '../../../agent/settings/config-file.ts';
import { joinedKeyFile } from '../../../agent/settings/data-dir.ts';
import { setTopLevel } from '../../../agent/settings/edit-config.ts';
import { CommandError } from '../../command-error.ts';
import { printLines } from '../../output.ts';
import { wholeNumber } from '../../parse.ts';
import { findingLines, findingsOf, settingsOrFaults } from '../doctor.ts';
import { type GivenOptions, join, refusePlainHttp } from '../join.ts';
import { writeConfig } from '../write-config.ts';
import { type HostChanges, hostChanges, requireSystemdRoot, runTool, userExists } from './host.ts';
import { configPath, socketGroup, stateDir, systemUser } from './layout.ts';
import { hasOwnKey, preflight, requireFit } from './preflight.ts';
import { settingsToChange } from './settings-to-change.ts';
import { installWatcher } from './watcher-units.ts';
import { writeUnits } from './write-units.ts';

type InstallOptions = Omit<GivenOptions, 'dataDir' | 'config' | 'url'> & {
  url?: string;
  dryRun?: boolean;
  ignoreProblems?: boolean;
  wait: number;
};

/** `satrap agent install` */
export function addInstallCommand(agent: Command): void {
  agent
    .command('install')
    .description('make the agent a service of this host, join a control plane, and wait until the agent is online')
    .option('--url <url>', 'GraphQL endpoint of the control plane; needed where this host has not joined yet')
    .option('--token-file <file>', 'file with the token (else SATRAP_ENROLMENT_TOKEN, standard input, or a prompt)')
    .option('--name <name>', 'name of this executor (default: the host’s name)')
    .option('--insecure-http', 'allow plain http to another host')
    .option('--ca-file <file>', 'certificates (PEM) of further authorities to trust')
    .option('--proxy <url>', 'HTTP proxy on the way to the control plane')
    .option('--force', 'join again, and replace the key of this host or its control plane')
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
    .addHelpText('after', '\nCan be repeated. Settings beyond these belong into /etc/satrap/agent.toml.')
    .action(install);
}

async function install(options: InstallOptions): Promise<void> {
  requireSystemdRoot();
  const changes = hostChanges(options.dryRun ?? false);
  const mustJoin = options.force === true || !existsSync(joinedKeyFile(stateDir));
  if (mustJoin && !hasOwnKey(configPath) && options.url === undefined)
    throw new CommandError('this host has not joined a control plane: name it with --url', 2);
  const joins = mustJoin && options.url !== undefined;
  refusePlainHttp(options);
  const { url, name, insecureHttp, caFile, proxy, dockerSocket } = options;
  // A host that joins gets them with its key.
  const toChange = joins ? {} : settingsToChange(options, presentSettings());
  const findings = await preflight({ url, name, insecureHttp, caFile, proxy, dockerSocket, joins });
  requireFit(findings, { ignoresProblems: options.ignoreProblems ?? false });
  const units = renderUnits(engineGroup(dockerSocket));
  prepareHost(changes);
  if (joins && options.url !== undefined) {
    if (options.dryRun) console.log(`would join ${options.url}`);
    else await join({ ...options, url: options.url, dataDir: stateDir, config: configPath, isFollowed: true });
  }
  if (Object.keys(toChange).length > 0)
    changes.step(`write ${Object.keys(toChange).join(', ')} into ${configPath}`, () => changeSettings(toChange));
  writeUnits(changes, units);
  installWatcher(changes);
  const former = await askStatus();
  startAgent(changes);
  if (!options.dryRun) await untilOnline(options.wait, former === null ? null : former.startedAt);
}

/** What the settings of this host name already. */
const presentSettings = () => readConfigFile(existsSync(configPath) ? configPath : undefined).values;

const configured = (key: 'docker_socket' | 'docker_host'): string | undefined => {
  const named = presentSettings()[key];
  return typeof named === 'string' ? named : undefined;
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

function prepareHost({ step }: HostChanges): void {
  if (!userExists(systemUser))
    step(`create the system user ${systemUser}`, () =>
      runTool(
        'useradd',
        '--system',
        '--home-dir',
        stateDir,
        '--no-create-home',
        '--shell',
        '/usr/sbin/nologin',
        systemUser,
      ),
    );
  step(`make ${stateDir} for it alone, and /etc/satrap`, () => {
    runTool('install', '-d', '-m', '700', '-o', systemUser, '-g', systemUser, stateDir);
    mkdirSync('/etc/satrap', { recursive: true, mode: 0o755 });
  });
}

function startAgent({ step }: HostChanges): void {
  step('start the agent, now and at each boot', () => {
    runTool('systemctl', 'enable', 'satrap-agent');
    // A start that fails is told below, with its reason. The nodes keep running.
    runTool('systemctl', 'restart', '--no-block', 'satrap-agent');
  });
}

/** What the agent of this host says of itself; null where none answers. */
const askStatus = (): Promise<AgentStatus | null> => queryAgent<AgentStatus>(stateDir, '/status').catch(() => null);

/**
 * Waits until the control plane took a heartbeat of the agent that was started: not of the one before it, which began at `formerStartedAt` and
 * may still end. Throws CommandError with what stands in the way.
 */
async function untilOnline(seconds: number, formerStartedAt: string | null): Promise<void> {
  const until = Date.now() + seconds * 1000;
  let reason = 'the agent does not answer';
  while (Date.now() < until) {
    const status = await askStatus();
    const isStarted = status !== null && status.startedAt !== formerStartedAt;
    if (isStarted && status.lastSync.succeededAt !== null) {
      printLines([`${status.name} is online at ${status.controlPlane}.`]);
      return;
    }
    if (isStarted) reason = status.lastSync.error ?? reason;
    await delay(250);
  }
  const findings = await findingsOf(settingsOrFaults({}));
  const inTheWay = findings.filter(({ level }) => level === 'problem');
  throw new CommandError(
    [
      `the agent is installed, but not online after ${seconds} s: ${reason}`,
      ...findingLines(inTheWay),
      'see also: journalctl -u satrap-agent',
    ].join('\n'),
  );
}
