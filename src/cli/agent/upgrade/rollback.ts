import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import type Docker from 'dockerode';
import { gt } from 'semver';
import { EngineClient } from '../../../agent/docker/engine/engine-client.ts';
import { inspectImageOrNull } from '../../../agent/docker/engine/images.ts';
import { dockerOwnContainer, lookAtOwnContainer } from '../../../agent/docker/own/docker-own-container.ts';
import { helperName, startHelper } from '../../../agent/docker/own/sidecars.ts';
import { nameOf, successorOf } from '../../../agent/docker/own/successor.ts';
import { unitNames } from '../../../agent/host/units.ts';
import { engineEndpoint } from '../../../agent/settings/engine-endpoint.ts';
import { containerObstacle } from '../../../agent/upgrade/container-facts.ts';
import type { OwnContainer } from '../../../agent/upgrade/own-container.ts';
import { gatherInstallation } from '../../../agent/upgrade/upgradability.ts';
import { packageRoot } from '../../../package-root.ts';
import { asUser, userOf } from '../../../storage/as-user.ts';
import { systemClock } from '../../../timing/clock.ts';
import type { OrderedImage, UpgradeOutcome } from '../../../upgrade/upgrade-files.ts';
import { InvalidUpgradeFile, newRollbackId, upgradeFiles } from '../../../upgrade/upgrade-files.ts';
import { newSwitch } from '../../../upgrade-watcher/journal.ts';
import { type ProgramFolder, programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { type WatcherFiles, watcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { ownVersion } from '../../../version.ts';
import { CommandError, toCommandError } from '../../command-error.ts';
import { requireSystemdRoot, runTool } from '../../installation/host.ts';
import { yesOption } from '../../options.ts';
import { confirm } from '../../prompt.ts';
import { stateDir } from '../install/installed-agent.ts';
import { requireSettings, type SettingFlags, withSettingFlags } from '../setting-flags.ts';

/** Longer than a version is on trial. */
const timeoutMs = 400_000;
const files = upgradeFiles(stateDir);
const asAgent = <T>(work: () => T): T => asUser(userOf(stateDir), work);

export function register(agent: Command): void {
  const description = 'roll back to the previous version; run it again to go forward. Nodes keep running';
  withSettingFlags(agent, 'rollback', description, { own: [yesOption] })
    .addHelpText('after', '\nThe settings apply only in a container, where they are those of agent run.')
    .action((options) =>
      rollback(options).catch((error: unknown) => {
        throw toCommandError(error, InvalidUpgradeFile);
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
  const plan = () =>
    planRollback(folder, own, () => existsSync(stateDir) && asAgent(() => files.order.read()) !== null);
  const { from, to } = plan();
  if (yes !== true) await confirm(`Switch the agent from ${from} to ${to}?`);
  // An upgrade may start while the prompt waits.
  if (!isDeepStrictEqual(plan(), { from, to }))
    throw new CommandError('the agent was upgraded in the meantime; nothing was changed; run this command again');
  const requestId = newRollbackId();
  own.journal.write(newSwitch({ requestId, from, to, archive: null }));
  runTool('systemctl', 'start', '--no-block', unitNames.watcher);
  console.log(`switching from ${from} to ${to}`);
  await untilEnded(own);
  if (folder?.versionOf('current') !== to)
    throw new CommandError(whyNotBack({ from, to }, requestId, () => asAgent(() => files.outcome.read())));
  console.log(`now running ${to}; to go forward again: satrap agent rollback`);
}

async function untilEnded(own: WatcherFiles): Promise<void> {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await delay(250))
    if (own.journal.read() === null) return;
  throw new CommandError('the rollback is still running', 'failed', { hint: 'journalctl -fu satrap-agent-upgrade' });
}

interface RollbackPlan {
  from: string;
  to: string;
}

/** Returns the versions to switch between. `isOrdered`: the agent has ordered an upgrade. Throws CommandError if no rollback is possible. */
export function planRollback(
  folder: ProgramFolder | null,
  own: Pick<WatcherFiles, 'journal'>,
  isOrdered: () => boolean,
): RollbackPlan {
  const from = folder?.versionOf('current') ?? null;
  const to = folder?.versionOf('former') ?? null;
  if (folder === null || from === null || to === null || !folder.has(to))
    throw new CommandError('no previous version is kept here; install the one that you want with its install.sh');
  // The watcher would start with either of them.
  if (own.journal.read() !== null || readable(isOrdered))
    throw new CommandError('an upgrade is in progress', 'failed', { hint: 'journalctl -fu satrap-agent-upgrade' });
  return { from, to };
}

/** Explains why a rollback failed. The last outcome may belong to another request, for example when the disk is full. */
export function whyNotBack({ from, to }: RollbackPlan, requestId: string, last: () => UpgradeOutcome | null): string {
  const outcome = readable(last) || null;
  const reported = outcome?.requestId === requestId ? outcome : null;
  const reason = reported?.reason ?? 'see: journalctl -u satrap-agent-upgrade';
  return [`${to} failed, and ${from} runs again: ${reason}`, ...(reported?.lastWords ? [reported.lastWords] : [])].join(
    '\n',
  );
}

/** False for a file that the watcher skips because it cannot read it. */
function readable<T>(read: () => T): T | false {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidUpgradeFile) return false;
    throw error;
  }
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
