import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DoctorSettings } from '../../../agent/doctor/gather.ts';
import { installedUnit, unitFolder, unitNames } from '../../../agent/host/units.ts';
import { openStore, openStoreAsOwner } from '../../../agent/store/database.ts';
import { installationIn } from '../../../agent/store/installation.ts';
import { packageRoot } from '../../../package-root.ts';
import { asUser, userOf } from '../../../storage/as-user.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { watcherFolder } from '../../../upgrade-watcher/watcher-files.ts';
import { CommandError } from '../../command-error.ts';
import { type HostChanges, removeUnits, runTool } from '../../installation/host.ts';

export const configPath = '/etc/satrap/agent.toml';
export const stateDir = '/var/lib/satrap';
export const systemUser = 'satrap';

/** Returns the group that may use the engine's socket. Throws CommandError without one that the agent can join. */
export function socketGroup(socket: string): string {
  const stats = statSync(socket, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new CommandError(`no engine at ${socket}; install one (on Debian: apt-get install docker.io)`);
  if (stats.gid === 0 || (stats.mode & 0o060) !== 0o060)
    throw new CommandError(
      `only root may use ${socket}; give it a group of its own, such as docker, and install again`,
    );
  // A group without a name, such as an engine's in another container, is known by its number. systemd accepts that.
  const { stdout, status } = spawnSync('getent', ['group', String(stats.gid)], { encoding: 'utf8' });
  return (status === 0 && stdout.split(':')[0]) || String(stats.gid);
}

const timeoutMs = 15_000;

/**
 * Deregisters this host's executor and revokes its key. Returns why it failed; null after success. Never throws: an agent
 * must be removable without its control plane.
 */
export async function deregister(given: DoctorSettings, removedNodes: readonly string[] = []): Promise<string | null> {
  if ('faults' in given) return given.faults.join('; ');
  const { url, apiKey } = given.settings;
  const [{ ControlPlaneClient }, { HttpConnections }] = await Promise.all([
    import('../../../agent/control-plane/client.ts'),
    import('../../../agent/control-plane/http-connections.ts'),
  ]);
  try {
    const client = new ControlPlaneClient({ url, apiKey, connections: new HttpConnections(given.settings) });
    await client.deregister(removedNodes, AbortSignal.timeout(timeoutMs));
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

/** Returns the executor of a data directory's agent; null without a store, or if the agent never reported. */
export function storedExecutorId(dataDir: string): string | null {
  if (!existsSync(join(dataDir, 'agent.db'))) return null;
  using database = openStoreAsOwner(dataDir);
  return installationIn(database).executorId ?? null;
}

/** Makes the agent continue as this executor, whose containers and volumes are on the host. */
export function storeExecutorId(dataDir: string, executorId: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  asUser(userOf(dataDir), () => {
    using database = openStore(dataDir);
    installationIn(database).executorId = executorId;
  });
}

/**
 * Starts the gateway once it has settings, now and at each boot. A running one is not restarted: connections of consumers
 * stay open.
 */
export const installGateway = ({ step }: HostChanges): void => {
  step('start the gateway of endpoints when it has settings', () =>
    // The watch first: settings that are written meanwhile start the service. Without settings, it does not start yet.
    runTool('systemctl', 'enable', '--now', unitNames.gatewayStart, unitNames.gateway),
  );
};

const gatewayUnits = [unitNames.gateway, unitNames.gatewayStart];

/** Continues where a killed call stopped. Older installations have none. */
export function removeGateway({ step }: HostChanges, unitsIn = unitFolder): void {
  const isLeft = (unit: string) => installedUnit(unit, unitsIn) !== null;
  if (!gatewayUnits.some(isLeft)) return;
  step('stop the gateway of endpoints and remove its units', () => {
    // The path first: it would start the service again.
    if (isLeft(unitNames.gatewayStart)) runTool('systemctl', 'disable', '--now', unitNames.gatewayStart);
    if (isLeft(unitNames.gateway)) runTool('systemctl', 'disable', '--now', unitNames.gateway);
    removeUnits(gatewayUnits, unitsIn);
  });
}

const units = [unitNames.watcher, unitNames.order];

/** Starts the upgrade watcher, whose units are written. A program outside of a versions folder, as in a clone, has none. */
export function installWatcher({ step }: HostChanges): void {
  const folder = programFolderOf(packageRoot());
  const current = folder?.versionOf('current') ?? null;
  if (folder === null || current === null) return;
  // During a switch, the previous version watches.
  if (folder.versionOf('watcher') !== current && !existsSync(join(watcherFolder, 'journal.json')))
    step(`use ${current} as the upgrade watcher`, () => folder.point('watcher', current));
  step('start the upgrade watcher now and at each boot', () =>
    runTool('systemctl', 'enable', '--now', unitNames.order),
  );
}

/**
 * Stops a running upgrade, before the agent is removed. Continues where a killed call stopped: systemd refuses commands for a unit that is
 * removed already.
 */
export function removeWatcher({ step }: HostChanges, { unitsIn = unitFolder, memory = watcherFolder } = {}): void {
  const isLeft = (unit: string) => installedUnit(unit, unitsIn) !== null;
  if (!units.some(isLeft) && !existsSync(memory)) return;
  step('stop a running upgrade and remove its units', () => {
    if (isLeft(unitNames.order)) runTool('systemctl', 'disable', '--now', unitNames.order);
    if (isLeft(unitNames.watcher)) runTool('systemctl', 'stop', unitNames.watcher);
    rmSync(memory, { recursive: true, force: true });
    removeUnits(units, unitsIn);
  });
}
