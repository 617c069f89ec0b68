import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { EngineClient } from '../../../agent/docker/engine/engine-client.ts';
import { isOwnContainerRemoved, lookAtOwnContainer } from '../../../agent/docker/own/docker-own-container.ts';
import { probe } from '../../../agent/offline/probe.ts';
import { engineEndpoint } from '../../../agent/settings/engine-endpoint.ts';
import { loadAgentSettings } from '../../../agent/settings/load.ts';
import { migrateStore, switchStore } from '../../../agent/store/switch-store.ts';
import { isNoRoom } from '../../../agent/upgrade/upgrade-error.ts';
import { packageRoot } from '../../../package-root.ts';
import { userOf } from '../../../storage/as-user.ts';
import { systemClock } from '../../../timing/clock.ts';
import { upgradeFiles } from '../../../upgrade/upgrade-files.ts';
import { acceptImageOrder, acceptOrder } from '../../../upgrade-watcher/accept-order.ts';
import { AgentUnit, StopDetector } from '../../../upgrade-watcher/agent-unit.ts';
import { ContainerEffects } from '../../../upgrade-watcher/docker/container-effects.ts';
import { hostEffects } from '../../../upgrade-watcher/host-effects.ts';
import { recoverInContainer, recoverOnHost } from '../../../upgrade-watcher/lost-journal.ts';
import { type PhaseDeps, PhaseRunner } from '../../../upgrade-watcher/phases.ts';
import { programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { agentView, roundGatherer } from '../../../upgrade-watcher/round.ts';
import { type WatchOptions, watch } from '../../../upgrade-watcher/watch.ts';
import { watcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { CommandError } from '../../command-error.ts';
import { stateDir } from '../install/installed-agent.ts';
import { agentUser, requireSettings, type SettingFlags, settingsOf, withSettingFlags } from '../setting-flags.ts';

/** The store belongs to a later version than this program. */
const tooNew = 3;
/** The agent is stopped during this time. */
const migrateTimeoutMs = 20_000;
/** A rehearsal ends after this time. Longer than the parent waits, in case the parent was killed. */
const maxRehearsalMs = 120_000;
const clock = systemClock;
const platform = `${process.platform}-${process.arch}`;
const say = (line: string) => console.log(line);

/** What an upgrade runs: commands that operators do not need. */
export function register(agent: Command): void {
  const hidden = { hidden: true };
  withSettingFlags(agent, 'probe', 'check what an agent needs on this host, as JSON', hidden).action(
    async (options: SettingFlags) =>
      console.log(JSON.stringify(await probe(() => settingsOf(options, agentUser(options)).settings))),
  );
  // The watcher runs it with both versions, as the agent’s user.
  const store = agent.command('upgrade-store', hidden).description('work on the store during an upgrade');
  store
    .command('migrate <file>')
    .description(`migrate a copy of the store to this version; exits with ${tooNew} if it belongs to a later one`)
    .action((file: string) => {
      if (!migrateStore(file)) process.exitCode = tooNew;
    });
  store
    .command('switch <data-dir> <program>')
    .description('replace the store with a copy that another version can read')
    .option('--back', 'switch back to this version')
    .action((dataDir: string, program: string, { back = false }: { back?: boolean }) =>
      switchStore({ dataDir, migrate: (file) => migratedBy(program, file), isBack: back }),
    );
  agent.command('upgrade-watch', hidden).description('run a pending upgrade').action(watchUpgrade);
  const helped = 'run a pending upgrade of a containerized agent';
  withSettingFlags(agent, 'upgrade-helper', helped, hidden).action(help);
  // An agent runs it with the version that it upgrades to.
  const planned = 'print the plan for every node from a copy of the agent’s store, without running it';
  withSettingFlags(agent, 'rehearse', planned, hidden)
    .requiredOption('--store <folder>', 'folder of the copy, which is migrated')
    .action(rehearseCommand);
}

function migratedBy(program: string, file: string): boolean {
  const words = ['agent', 'upgrade-store', 'migrate', file];
  const { status, signal, stderr, error } = spawnSync(program, words, {
    encoding: 'utf8',
    timeout: migrateTimeoutMs,
    killSignal: 'SIGKILL',
  });
  if (status === 0) return true;
  if (status === tooNew) return false;
  const why = stderr?.trim() || error?.message || `exited with ${signal ?? status}`;
  throw new CommandError(`${program} cannot read the store: ${why}`);
}

/** Runs in the watcher’s unit. */
async function watchUpgrade(): Promise<void> {
  const folder = programFolderOf(packageRoot());
  if (folder === null) throw new CommandError('this program is not in a versions folder, so it cannot be upgraded');
  const user = userOf(stateDir);
  const unit = new AgentUnit();
  const agent = agentView(stateDir, user);
  const load = (environment: Readonly<Record<string, string>>) =>
    loadAgentSettings({ flags: {}, env: { ...process.env, ...environment }, uid: user.uid }).settings;
  const rounds = () => roundGatherer({ unit, agent, clock, probe: (environment) => probe(() => load(environment)) });
  const effects = hostEffects({ folder, dataDir: stateDir, user, unit, stopDetector: new StopDetector() });
  await carryOut({
    ...{ effects, agent, rounds, user },
    accept: (order) => acceptOrder(order, { current: folder.versionOf('current'), platform }),
    recover: async (lost) => {
      const [current, watcher] = [folder.versionOf('current'), folder.versionOf('watcher')];
      const pointers = { current, watcher, former: folder.versionOf('former') };
      return recoverOnHost(lost, pointers, `lost-${randomUUID()}`);
    },
    shared: upgradeFiles(stateDir),
    own: watcherFiles(),
  });
}

/** Carries out the ordered switch, if any. A signal ends it immediately: each phase can be repeated. */
function carryOut({
  effects,
  agent,
  rounds,
  ...options
}: Omit<PhaseDeps & WatchOptions, 'phases' | 'clock' | 'say'>): Promise<void> {
  const phases = new PhaseRunner({ effects, agent, rounds, clock, say });
  return watch({ ...options, phases, clock, say }, new AbortController().signal);
}

/** Runs in the helper container, which re-creates the agent’s container. */
async function help(options: SettingFlags): Promise<void> {
  // PID 1 ignores signals that it does not handle. The engine restarts it if it is killed.
  process.once('SIGTERM', () => process.exit(143));
  // A helper that the engine has forgotten must not run beside its replacement.
  setInterval(() => isOwnContainerRemoved() && process.exit(1), 200).unref();
  const { settings } = settingsOf(options);
  const { dataDir } = settings;
  const runArguments = process.argv.slice(process.argv.indexOf('upgrade-helper') + 1);
  const client = new EngineClient(engineEndpoint(settings));
  const { container } = await lookAtOwnContainer(client);
  const shared = upgradeFiles(dataDir);
  const own = watcherFiles(shared.helper);
  const effects = new ContainerEffects({
    client,
    dataDir,
    runArguments,
    ownImageId: container.Image,
    former: own.former,
  });
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const agent = agentView(dataDir, user);
  const probeSignal = new AbortController().signal;
  await carryOut({
    ...{ effects, agent, shared, own, user },
    rounds: (journal) =>
      roundGatherer({
        agent,
        clock,
        unit: { state: () => effects.state(journal) },
        probe: () => effects.probe(journal, probeSignal),
      }),
    accept: (order) => acceptImageOrder(order, platform),
    recover: async (lost) => {
      const { order } = lost;
      // Only a request names the containers.
      if (order === null || !('image' in order)) return null;
      return recoverInContainer(lost, order, await effects.isCommitted(order));
    },
  });
  await client.onContainer(container.Id, 'remove the finished helper', (helper, abort) =>
    helper.remove({ ...abort, force: true }),
  );
}

async function rehearseCommand({ store, ...options }: SettingFlags): Promise<void> {
  setTimeout(() => process.exit(1), maxRehearsalMs).unref();
  const { rehearse } = await import('../../../agent/offline/rehearse.ts');
  if (typeof store !== 'string') throw new CommandError('--store needs a folder', 'usage');
  const { settings } = requireSettings(options);
  const signal = AbortSignal.timeout(maxRehearsalMs);
  const report = await rehearse(store, { settings, now: Date.now(), signal }).catch((error: unknown) => {
    // The running version passes this message on.
    if (isNoRoom(error))
      throw new CommandError(`the disk of ${store} is full; free space on it, then request the upgrade again`);
    throw error;
  });
  console.log(JSON.stringify(report));
}
