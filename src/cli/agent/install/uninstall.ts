import { existsSync, rmSync } from 'node:fs';
import type { Command } from 'commander';
import { installedUnit, unitNames } from '../../../agent/host/units.ts';
import { hostRuntime } from '../../../agent/offline/host-runtime.ts';
import type { HostRuntime } from '../../../agent/runtime/host-runtime.ts';
import { RuntimeError } from '../../../agent/runtime/runtime-error.ts';
import type { AgentSettings } from '../../../agent/settings/settings.ts';
import { packageRoot } from '../../../package-root.ts';
import { programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { CommandError, toCommandError } from '../../command-error.ts';
import { defineCommand } from '../../define-command.ts';
import {
  confirmedChanges,
  emptyAsOwner,
  removeUser,
  requireSystemdRoot,
  runTool,
  stepOptions,
} from '../../installation/host.ts';
import { removeAgentProgram } from '../../installation/program.ts';
import { removeUnits } from '../../installation/write-units.ts';
import { type OptionValues, option } from '../../options.ts';
import { printLines } from '../../output.ts';
import { settingsOrFaults } from '../doctor.ts';
import { deregister } from './deregister.ts';
import { configPath, stateDir, systemUser } from './layout.ts';
import { remainsLines, remainsOf } from './remains.ts';
import { type HostedNode, hostedNodes, requireRemovable } from './remove-data.ts';
import { storedExecutorId } from './stored-executor.ts';
import { removeWatcher } from './watcher-units.ts';

const uninstallOptions = [
  option('--docker-socket <path>', 'engine socket (default: from the settings)'),
  option('--remove-data <host>', 'also stop this host’s nodes and delete their chain data; takes the host’s name'),
  option('--wallets <names>', 'with --remove-data: wallets to delete, comma-separated', (names) => names.split(',')),
  option('--purge', `also remove ${configPath}`),
  ...stepOptions,
] as const;
type UninstallOptions = OptionValues<typeof uninstallOptions>;

export function register(agent: Command): void {
  const description = 'uninstall the agent; nodes keep running and chain data stays';
  defineCommand(agent, 'uninstall', description, uninstallOptions, uninstall);
}

async function uninstall(options: UninstallOptions): Promise<void> {
  requireSystemdRoot();
  if (options.wallets !== undefined && options.removeData === undefined)
    throw new CommandError('--wallets requires --remove-data', 2);
  const given = settingsOrFaults({});
  const settings = 'settings' in given ? given.settings : null;
  const { dockerSocket } = options;
  const host = hostRuntime(
    dockerSocket === undefined ? settings : { ...settings, dockerSocket, dockerHost: undefined },
  );
  const doomed = options.removeData === undefined ? [] : await doomedNodes(settings, host, options);
  const doomedNames = doomed.map(({ name }) => name).join(', ');
  const loss = doomed.length === 0 ? '' : `, and permanently delete the chain data of ${doomedNames}`;
  const changes = await confirmedChanges(`Uninstall this host’s agent${loss}?`, options);
  const { step } = changes;
  removeWatcher(changes);
  if (installedUnit(unitNames.agent) !== null) step('stop the agent and remove its units', removeAgentUnits);
  if (doomed.length > 0)
    await changes.stepAsync(`stop ${doomedNames} and delete their chain data`, () =>
      Promise.all(doomed.map((node) => host.removeNode(node, settings?.stopTimeoutSeconds ?? 600))),
    );
  // After the agent has exited: it would report again, and may have just rotated its key.
  const doomedIds = doomed.map(({ id }) => id);
  const failure = await changes.stepAsync('deregister from the control plane, which revokes the key', () =>
    deregister(settingsOrFaults({}), doomedIds),
  );
  if (failure) printLines([`Could not deregister: ${failure}`]);
  if (failure && doomed.length > 0)
    printLines([
      `Delete these nodes there, or they are created again, empty, when this host joins: satrap nodes delete ${doomedNames}`,
    ]);
  const kept = options.purge || !existsSync(configPath) ? [] : [configPath];
  step(`remove ${stateDir}, with the key${kept.length === 0 ? ` and ${configPath}` : ''}`, () => {
    if (existsSync(stateDir)) emptyAsOwner(stateDir);
    for (const path of [configPath, '/etc/satrap/executor.key', stateDir])
      if (!kept.includes(path)) rmSync(path, { recursive: true, force: true });
  });
  removeUser(changes, systemUser);
  const folder = programFolderOf(packageRoot());
  if (folder !== null) step(`remove the agent's versions from ${folder.path}`, () => removeAgentProgram(folder));
  printLines([
    ...remainsLines(await remainsOf(host), { isReported: failure === null }),
    ...kept.map((path) => `Kept ${path} for the next installation. Delete the file to start over.`),
  ]);
}

function removeAgentUnits(): void {
  runTool('systemctl', 'disable', '--now', unitNames.agent);
  // Older installations do not have this unit.
  if (installedUnit(unitNames.shutdown) !== null) runTool('systemctl', 'stop', unitNames.shutdown);
  // The agent's unit last: an interrupted uninstallation finds it and continues.
  removeUnits([unitNames.shutdown, unitNames.agent]);
}

/** The nodes whose data is deleted with the agent. Throws CommandError before anything changes. */
async function doomedNodes(
  settings: AgentSettings | null,
  host: HostRuntime,
  { removeData = '', wallets = [] }: UninstallOptions,
): Promise<HostedNode[]> {
  const executorId = settings === null ? null : storedExecutorId(settings.dataDir);
  if (settings === null || executorId === null)
    throw new CommandError(
      'cannot tell which nodes belong to this agent, because its settings or store cannot be read; see: satrap agent doctor',
    );
  try {
    const nodes = await hostedNodes(host, executorId);
    requireRemovable(nodes, { typed: removeData, executorName: settings.name, wallets });
    return nodes;
  } catch (error) {
    throw toCommandError(error, RuntimeError);
  }
}
