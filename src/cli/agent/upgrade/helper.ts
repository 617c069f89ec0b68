import type { Command } from 'commander';
import { EngineClient } from '../../../agent/docker/engine/engine-client.ts';
import { isOwnContainerRemoved, lookAtOwnContainer } from '../../../agent/docker/own/docker-own-container.ts';
import { engineEndpoint } from '../../../agent/settings/engine-endpoint.ts';
import { systemClock } from '../../../timing/clock.ts';
import { upgradeFiles } from '../../../upgrade/upgrade-files.ts';
import { acceptImageOrder } from '../../../upgrade-watcher/accept-order.ts';
import { ContainerEffects } from '../../../upgrade-watcher/docker/container-effects.ts';
import { recoverInContainer } from '../../../upgrade-watcher/lost-journal.ts';
import { Phases } from '../../../upgrade-watcher/phases.ts';
import { agentView, roundGatherer } from '../../../upgrade-watcher/round.ts';
import { watch } from '../../../upgrade-watcher/watch.ts';
import { watcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { type SettingFlags, settingsOf, withSettingFlags } from '../setting-flags.ts';

/** `satrap agent upgrade-helper`: runs in the helper container, which re-creates the agent's container. */
export function register(agent: Command): void {
  const description = 'run a pending upgrade of a containerized agent';
  withSettingFlags(agent, 'upgrade-helper', description, { hidden: true }).action(help);
}

async function help(options: SettingFlags): Promise<void> {
  // PID 1 ignores signals that it does not handle. The engine restarts it if it is killed.
  process.once('SIGTERM', () => process.exit(143));
  // A helper that the engine has forgotten must not run beside its replacement.
  setInterval(() => isOwnContainerRemoved() && process.exit(1), 200).unref();
  const { settings } = settingsOf(options);
  const { dataDir } = settings;
  const runArguments = process.argv.slice(process.argv.indexOf('upgrade-helper') + 1);
  const clock = systemClock;
  const client = new EngineClient(engineEndpoint(settings));
  const { container } = await lookAtOwnContainer(client);
  const shared = upgradeFiles(dataDir);
  const own = watcherFiles(shared.helper);
  const effects = new ContainerEffects({
    ...{ client, dataDir, runArguments },
    ownImageId: container.Image,
    former: own.former,
  });
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const agent = agentView(dataDir, user);
  const say = (line: string) => console.log(line);
  const { signal } = new AbortController();
  const phases = new Phases({
    ...{ effects, agent, clock, say },
    rounds: (journal) =>
      roundGatherer({
        ...{ agent, clock },
        unit: { state: () => effects.state(journal) },
        probe: () => effects.probe(journal, signal),
      }),
  });
  const platform = `${process.platform}-${process.arch}`;
  await watch(
    {
      ...{ phases, clock, shared, user, say },
      accept: (order) => acceptImageOrder(order, platform),
      recover: async (lost) => {
        const { order } = lost;
        // Only a request names the containers.
        if (order === null || !('image' in order)) return null;
        return recoverInContainer(lost, order, await effects.isCommitted(order));
      },
      own,
    },
    signal,
  );
  await client.call('remove the finished helper', (abortSignal) =>
    client.docker.getContainer(container.Id).remove({ force: true, abortSignal }),
  );
}
