import { once } from 'node:events';
import { probe } from '../../../src/agent/offline/probe.ts';
import { loadAgentSettings } from '../../../src/agent/settings/load.ts';
import { userOf } from '../../../src/storage/as-user.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { type UpgradeOrder, upgradeFiles } from '../../../src/upgrade/upgrade-files.ts';
import { acceptOrder } from '../../../src/upgrade-watcher/accept-order.ts';
import { AgentUnit, type UnitState } from '../../../src/upgrade-watcher/agent-unit.ts';
import { hostEffects } from '../../../src/upgrade-watcher/host-effects.ts';
import { PhaseRunner } from '../../../src/upgrade-watcher/phases.ts';
import { ProgramFolder } from '../../../src/upgrade-watcher/program-folder.ts';
import { agentView, roundGatherer } from '../../../src/upgrade-watcher/round.ts';
import { watch } from '../../../src/upgrade-watcher/watch.ts';
import { watcherFiles } from '../../../src/upgrade-watcher/watcher-files.ts';

// The upgrade watcher in a process of its own, which a test may kill. Its parent is the service manager.

export interface WatcherJob {
  dataDir: string;
  ownFolder: string;
  programFolder: string;
  env: Record<string, string>;
}

export interface UnitCall {
  id: number;
  what: 'stop' | 'restart' | 'state';
}

export interface UnitAnswer {
  id: number;
  state: Pick<UnitState, 'isRunning' | 'isRestarted' | 'restarts' | 'lastExit'>;
}

/** The agent's unit, managed by the parent process. */
class ParentsUnit extends AgentUnit {
  readonly #env: Record<string, string>;
  #count = 0;

  constructor(env: Record<string, string>) {
    super();
    this.#env = env;
  }

  override async stop(): Promise<void> {
    await this.#ask('stop');
  }

  override async restart(): Promise<void> {
    await this.#ask('restart');
  }

  override async state(): Promise<UnitState> {
    const state = await this.#ask('state');
    return { ...state, hasFailed: !state.isRunning, isStopped: false, environment: this.#env };
  }

  override async cursor(): Promise<null> {
    return null;
  }

  override async lastWords(): Promise<null> {
    return null;
  }

  async #ask(what: UnitCall['what']): Promise<UnitAnswer['state']> {
    const id = ++this.#count;
    process.send?.({ id, what } satisfies UnitCall);
    for (;;) {
      const [answer] = (await once(process, 'message')) as [UnitAnswer];
      if (answer.id === id) return answer.state;
    }
  }
}

if (process.send !== undefined) {
  const { dataDir, ownFolder, programFolder, env } = JSON.parse(process.argv[2] ?? '{}') as WatcherJob;
  const user = userOf(dataDir);
  const [folder, unit, agent] = [new ProgramFolder(programFolder), new ParentsUnit(env), agentView(dataDir, user)];
  const clock = systemClock;
  const rounds = () =>
    roundGatherer({
      unit,
      agent,
      clock,
      probe: () => probe(() => loadAgentSettings({ flags: {}, env, configPath: '/dev/null' }).settings),
    });
  const say = (line: string) => console.log(line);
  // Nobody else stops the agent there.
  const stopDetector = { begin: async () => {}, isUnstopped: async () => true, end: async () => {} };
  const effects = hostEffects({ folder, dataDir, user, unit, stopDetector });
  const phases = new PhaseRunner({ effects, agent, rounds, clock, say });
  const platform = `${process.platform}-${process.arch}`;
  const own = watcherFiles(ownFolder);
  const shared = upgradeFiles(dataDir);
  const accept = (order: UpgradeOrder) => acceptOrder(order, { current: folder.versionOf('current'), platform });
  // No disk is damaged there.
  const recover = async () => null;
  await watch({ accept, recover, user, phases, clock, own, say, shared }, new AbortController().signal);
  process.disconnect?.();
}
