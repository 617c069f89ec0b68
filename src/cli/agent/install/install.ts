import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { queryAgent } from '../../../agent/admin-socket/client.ts';
import type { AgentStatus } from '../../../agent/admin-socket/status.ts';
import { readConfigFile } from '../../../agent/settings/config-file.ts';
import { joinedKeyFile } from '../../../agent/settings/data-dir.ts';
import { setTopLevel } from '../../../agent/settings/edit-config.ts';
import { CommandError } from '../../command-error.ts';
import { findingLines, findingsOf, settingsOrFaults } from '../doctor.ts';
import { type GivenOptions, join, refusePlainHttp } from '../join.ts';
import { type HostChanges, hostChanges, requireSystemdRoot, runTool, userExists } from './host.ts';
import {
  configPath,
  programPath,
  renderUnit,
  socketGroup,
  stateDir,
  systemUser,
  unitPath,
  unitTemplate,
} from './layout.ts';
import { hasOwnKey, preflight, requireFit } from './preflight.ts';
import { installWatcher } from './watcher-units.ts';

type InstallOptions = Omit<GivenOptions, 'dataDir' | 'config' | 'url'> & {
  url?: string;
  dryRun?: boolean;
  ignoreProblems?: boolean;
  wait: string;
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
    .option('--wait <seconds>', 'how long to wait until the control plane takes a heartbeat', '60')
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
  const findings = await preflight({ url, name, insecureHttp, caFile, proxy, dockerSocket, joins });
  requireFit(findings, { ignoresProblems: options.ignoreProblems ?? false });
  const socket = dockerSocket ?? configuredSocket() ?? '/var/run/docker.sock';
  const unit = renderUnit(unitTemplate(), { program: programPath(), group: socketGroup(socket) });
  prepareHost(changes);
  if (joins && options.url !== undefined) {
    if (options.dryRun) console.log(`would join ${options.url}`);
    else await join({ ...options, url: options.url, dataDir: stateDir, config: configPath, isFollowed: true });
  }
  if (!joins && dockerSocket !== undefined && dockerSocket !== configuredSocket())
    changes.step(`name the socket in ${configPath}`, () => nameSocket(dockerSocket));
  installWatcher(changes);
  startUnit(changes, unit);
  if (!options.dryRun) await untilOnline(Number(options.wait));
}

const configuredSocket = (): string | undefined => {
  const named = readConfigFile(existsSync(configPath) ? configPath : undefined).values['docker_socket'];
  return typeof named === 'string' ? named : undefined;
};

function nameSocket(socket: string): void {
  const present = existsSync(configPath) ? readFileSync(configPath, 'utf8') : '';
  writeFileSync(configPath, setTopLevel(present, { docker_socket: socket }), { mode: 0o644 });
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

function startUnit({ step }: HostChanges, unit: string): void {
  const isNew = !existsSync(unitPath) || readFileSync(unitPath, 'utf8') !== unit;
  if (isNew)
    step(`write ${unitPath}`, () => {
      writeFileSync(unitPath, unit, { mode: 0o644 });
      runTool('systemctl', 'daemon-reload');
    });
  step('start the agent, now and at each boot', () => {
    runTool('systemctl', 'enable', 'satrap-agent');
    // A start that fails is told below, with its reason. The nodes keep running.
    runTool('systemctl', 'restart', '--no-block', 'satrap-agent');
  });
}

/** Waits until the control plane took a heartbeat of the agent. Throws CommandError with what stands in the way. */
async function untilOnline(seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1000;
  let reason = 'the agent does not answer';
  while (Date.now() < until) {
    const status = await queryAgent<AgentStatus>(stateDir, '/status').catch((error: unknown) => String(error));
    if (typeof status !== 'string' && status.lastSync.succeededAt !== null) {
      console.log(`${status.name} is online at ${status.controlPlane}.`);
      return;
    }
    reason = typeof status === 'string' ? status : (status.lastSync.error ?? reason);
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
