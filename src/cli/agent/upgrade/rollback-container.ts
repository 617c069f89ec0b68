import type Docker from 'dockerode';
import { gt } from 'semver';
import { EngineClient } from '../../../agent/docker/engine/engine-client.ts';
import { dockerOwnContainer, lookAtOwnContainer } from '../../../agent/docker/own/docker-own-container.ts';
import { helperName, startHelper } from '../../../agent/docker/own/sidecars.ts';
import { nameOf, successorOf } from '../../../agent/docker/own/successor.ts';
import { RuntimeError } from '../../../agent/runtime/runtime-error.ts';
import { engineEndpoint } from '../../../agent/settings/engine-endpoint.ts';
import { containerObstacle } from '../../../agent/upgrade/container-facts.ts';
import type { OwnContainer } from '../../../agent/upgrade/own-container.ts';
import { systemClock } from '../../../timing/clock.ts';
import { newRollbackId, type OrderedImage } from '../../../upgrade/order.ts';
import { upgradeFiles } from '../../../upgrade/upgrade-files.ts';
import { newSwitch, type SwitchJournal } from '../../../upgrade-watcher/journal.ts';
import { type WatcherFiles, watcherFiles } from '../../../upgrade-watcher/watcher-files.ts';
import { ownVersion } from '../../../version.ts';
import { CommandError } from '../../command-error.ts';
import { confirm } from '../../prompt.ts';
import { requireSettings, type SettingFlags } from '../setting-flags.ts';

/** `satrap agent rollback` inside the agent's container. Returns once the helper runs, because the container then stops. */
export async function rollbackInContainer({ yes, ...flags }: SettingFlags): Promise<void> {
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
      throw new CommandError(`an upgrade is in progress; see: docker logs ${helperName(nameOf(container))}`);
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
    ...{ agentName: nameOf(container), requestId },
    // The later version reads what the earlier one wrote.
    imageId: gt(from, to) ? container.Image : (journal.image as OrderedImage).id,
    runArguments: argumentsOf(container),
  });
  console.log(
    `switching from ${from} to ${to}, in the container ${helperName(nameOf(container))}; afterwards, see: docker exec ${nameOf(container)} satrap agent status`,
  );
}

async function newRollback(
  { former: memory }: WatcherFiles,
  own: OwnContainer,
  client: EngineClient,
): Promise<SwitchJournal> {
  const former = memory.read();
  if (former === null)
    throw new CommandError('no previous version is known here; re-create the container from the image that you want');
  const { version: to, imageId: id } = former;
  await client.get<Docker.ImageInspectInfo>('inspect an image', `/images/${id}/json`).catch((error: unknown) => {
    if (!(error instanceof RuntimeError) || error.fault !== 'not-found') throw error;
    throw new CommandError(
      `the image of the previous version ${to} was removed; re-create the container from the image that you want`,
    );
  });
  const image: OrderedImage = { id, reference: id, ...(await own.ordered()) };
  return newSwitch({ requestId: newRollbackId(), from: ownVersion(), to, archive: null, image });
}

/** The container's arguments for the agent. */
function argumentsOf({ Config }: Docker.ContainerInspectInfo): string[] {
  const words = Config.Cmd ?? [];
  return words.slice(words.indexOf('run') + 1);
}
