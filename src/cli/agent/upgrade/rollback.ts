import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import type Docker from 'dockerode';
import { compare, gt, lt, valid } from 'semver';
import { EngineClient } from '../../../agent/docker/engine/engine-client.ts';
import { inspectImageOrNull } from '../../../agent/docker/engine/images.ts';
import { dockerOwnContainer, lookAtOwnContainer } from '../../../agent/docker/own/docker-own-container.ts';
import { helperName, startHelper } from '../../../agent/docker/own/sidecars.ts';
import { nameOf, successorOf } from '../../../agent/docker/own/successor.ts';
import { RuntimeError } from '../../../agent/runtime/runtime-error.ts';
import { engineEndpoint } from '../../../agent/settings/engine-endpoint.ts';
import { containerObstacle } from '../../../agent/upgrade/container-facts.ts';
import type { OwnContainer } from '../../../agent/upgrade/own-container.ts';
import { gatherInstallation } from '../../../agent/upgrade/upgradability.ts';
import { packageRoot } from '../../../package-root.ts';
import { systemClock } from '../../../timing/clock.ts';
import type { OrderedImage } from '../../../upgrade/upgrade-files.ts';
import { InvalidUpgradeFile, newRollbackId, upgradeFiles } from '../../../upgrade/upgrade-files.ts';
import { newSwitch } from '../../../upgrade-watcher/journal.ts';
import { type ProgramFolder, programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { type WatcherFiles, watcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { ownVersion } from '../../../version.ts';
import { CommandError, toCommandError } from '../../command-error.ts';
import { requireSystemdRoot } from '../../installation/host.ts';
import { yesOption } from '../../options.ts';
import { confirm } from '../../prompt.ts';
import { stateDir } from '../install/installed-agent.ts';
import { requireSettings, type SettingFlags, withSettingFlags } from '../setting-flags.ts';
import { isUpgradeOrdered, requireNoSwitch, switchAgent, type VersionSwitch } from './switch-agent.ts';

export function register(agent: Command): void {
  const description = 'roll back to the previous version; run it again to go forward. Nodes keep running';
  withSettingFlags(agent, 'rollback', description, { own: [yesOption] })
    .addHelpText('after', '\nThe settings apply only in a container, where they are those of agent run.')
    .action((options) =>
      rollback(options).catch((error: unknown) => {
        throw toCommandError(toCommandError(error, InvalidUpgradeFile), RuntimeError);
      }),
    );
}

async function rollback({ yes, ...flags }: SettingFlags): Promise<void> {
  // A machine with systemd may itself be a container.
  const isHost = existsSync('/run/systemd/system');
  if (!isHost && gatherInstallation({ root: packageRoot(), dataDir: stateDir }).container === 'docker') {
    await rollbackInContainer({ ...flags, yes });
    return;
  }
  requireSystemdRoot();
  const folder = programFolderOf(packageRoot());
  const own = watcherFiles();
  const plan = () => {
    const planned = planRollback(folder, ownVersion());
    requireNoSwitch(own, isUpgradeOrdered);
    return planned;
  };
  const { from, to } = plan();
  if (yes !== true) await confirm(`Switch the agent from ${from} to ${to}?`);
  // An upgrade may start while the prompt waits.
  if (folder === null || !isDeepStrictEqual(plan(), { from, to }))
    throw new CommandError('the agent was upgraded in the meantime; nothing was changed; run this command again');
  // This program works, which nobody knows of the one that watches now.
  if (to === ownVersion()) folder.point('watcher', to);
  await switchAgent(folder, own, { from, to });
  console.log(`now running ${to}; to go forward again: satrap agent rollback`);
}

/**
 * Returns the versions to switch between: to this program's own if the agent runs another one, else to the previous one,
 * to that of the watcher, or to the newest earlier one. Throws CommandError if no other version is here.
 */
export function planRollback(folder: ProgramFolder | null, own: string): VersionSwitch {
  const from = folder?.versionOf('current') ?? null;
  if (folder === null || from === null) throw new CommandError('the agent was not installed from a release');
  const others = folder.versions().filter((version) => version !== from);
  const earlier = others.filter((version) => valid(version) !== null && lt(version, from)).toSorted(compare);
  const preferred = [own, folder.versionOf('former'), folder.versionOf('watcher'), earlier.at(-1)];
  const to = preferred.find((version) => version != null && others.includes(version));
  if (to != null) return { from, to };
  throw new CommandError(
    'no other version is kept here; run: sh install.sh -- agent rollback, with the install.sh of the version that you want',
  );
}

/** `satrap agent rollback` inside the agent's container. Returns once the helper runs, because the container then stops. */
async function rollbackInContainer({ yes, ...flags }: SettingFlags): Promise<void> {
  const { settings } = requireSettings(flags);
  const { dataDir } = settings;
  const files = upgradeFiles(dataDir);
  const client = new EngineClient(engineEndpoint(settings));
  const own = dockerOwnContainer({ client, dataDir, runArguments: [], clock: systemClock });
  const { container, image } = await lookAtOwnContainer(client);
  const facts = await own.facts();
  const obstacle = 'fault' in facts ? facts.fault : containerObstacle(facts);
  if (obstacle !== null) throw new CommandError(`the agent cannot roll back from here: ${obstacle}`);
  const memory = watcherFiles(files.helper);
  const requireNoOrder = () => {
    if (files.order.read() !== null)
      throw new CommandError('an upgrade is in progress', 'failed', {
        hint: `docker logs ${helperName(nameOf(container))}`,
      });
  };
  requireNoOrder();
  let journal = memory.journal.read();
  if (journal === null) {
    journal = await newRollback(memory, own, client);
    if (yes !== true) await confirm(`Switch the agent from ${journal.from} to ${journal.to}?`);
    // An upgrade may start while the prompt waits. When it ends, this container is gone.
    requireNoOrder();
    memory.journal.write(journal);
  }
  const { from, to, requestId } = journal;
  await startHelper(client, async () => successorOf(container, image.Config), {
    agentName: nameOf(container),
    requestId,
    // The later version reads what the earlier one wrote.
    imageId: gt(from, to) ? container.Image : (journal.image as OrderedImage).id,
    runArguments: argumentsOf(container),
  });
  console.log(
    `switching from ${from} to ${to}, in the container ${helperName(nameOf(container))}; afterwards, see: docker exec ${nameOf(container)} satrap agent status`,
  );
}

async function newRollback({ former: memory }: WatcherFiles, own: OwnContainer, client: EngineClient) {
  const former = memory.read();
  if (former === null)
    throw new CommandError('no previous version is known here; re-create the container from the image that you want');
  const { version: to, imageId: id } = former;
  if ((await inspectImageOrNull(client, id)) === null)
    throw new CommandError(
      `the image of the previous version ${to} was removed; re-create the container from the image that you want`,
    );
  const image: OrderedImage = { id, reference: id, ...(await own.ordered()) };
  return newSwitch({ requestId: newRollbackId(), from: ownVersion(), to, archive: null, image });
}

function argumentsOf({ Config }: Docker.ContainerInspectInfo): string[] {
  const words = Config.Cmd ?? [];
  return words.slice(words.indexOf('run') + 1);
}
