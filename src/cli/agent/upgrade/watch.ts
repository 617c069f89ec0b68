import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { probe } from '../../../agent/offline/probe.ts';
import { loadAgentSettings } from '../../../agent/settings/load.ts';
import { packageRoot } from '../../../package-root.ts';
import { userOf } from '../../../storage/as-user.ts';
import { systemClock } from '../../../timing/clock.ts';
import { upgradeFiles } from '../../../upgrade/upgrade-files.ts';
import { acceptOrder } from '../../../upgrade-watcher/accept-order.ts';
import { AgentUnit, StopDetector } from '../../../upgrade-watcher/agent-unit.ts';
import { HostEffects } from '../../../upgrade-watcher/host-effects.ts';
import { recoverOnHost } from '../../../upgrade-watcher/lost-journal.ts';
import { Phases } from '../../../upgrade-watcher/phases.ts';
import { programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { agentView, roundGatherer } from '../../../upgrade-watcher/round.ts';
import { watch } from '../../../upgrade-watcher/watch.ts';
import { watcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { CommandError } from '../../command-error.ts';
import { stateDir } from '../install/layout.ts';

/** `satrap agent upgrade-watch`: runs in the watcher's unit. */
export function register(agent: Command): void {
  agent.command('upgrade-watch', { hidden: true }).description('run a pending upgrade').action(watchUpgrade);
}

async function watchUpgrade(): Promise<void> {
  const folder = programFolderOf(packageRoot());
  if (folder === null) throw new CommandError('this program is not in a versions folder, so it cannot be upgraded');
  const user = userOf(stateDir);
  const unit = new AgentUnit();
  const agent = agentView(stateDir, user);
  const clock = systemClock;
  const load = (environment: Readonly<Record<string, string>>) =>
    loadAgentSettings({ flags: {}, env: { ...process.env, ...environment }, uid: user.uid }).settings;
  const rounds = () => roundGatherer({ unit, agent, clock, probe: (environment) => probe(() => load(environment)) });
  const say = (line: string) => console.log(line);
  const effects = new HostEffects({ folder, dataDir: stateDir, user, unit, stopDetector: new StopDetector() });
  const phases = new Phases({ effects, agent, rounds, clock, say });
  const platform = `${process.platform}-${process.arch}`;
  await watch(
    {
      ...{ user, phases, clock, say },
      accept: (order) => acceptOrder(order, { current: folder.versionOf('current'), platform }),
      recover: async (lost) => {
        const [current, watcher] = [folder.versionOf('current'), folder.versionOf('watcher')];
        const pointers = { current, watcher, former: folder.versionOf('former') };
        return recoverOnHost(lost, pointers, `lost-${randomUUID()}`);
      },
      shared: upgradeFiles(stateDir),
      own: watcherFiles(),
    },
    // A signal ends it immediately: each phase can be repeated.
    new AbortController().signal,
  );
}
