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
import { hostChanges, requireSystemdRoot, runTool, userExists } from '../../installation/host.ts';
import { removeAgentProgram } from '../../installation/program.ts';
import { removeUnits } from '../../installation/write-units.ts';
import { printLines } from '../../output.ts';
import { confirm } from '../../prompt.ts';
import { settingsOrFaults } from '../doctor.ts';
import { deregister } from './deregister.ts';
import { configPath, stateDir, systemUser } from './layout.ts';
import { remainsLines, remainsOf } from './remains.ts';
import { type HostedNode, hostedNodes, requireRemovable } from './remove-data.ts';
import { emptyAsOwner } from './remove-folders.ts';
import { storedExecutorId } from './stored-executor.ts';
import { removeWatcher } from './watcher-units.ts';

export function register(agent: Command): void {
  agent
    .command('uninstall')
    .description('remove the agent and what its installation made; nodes keep running, and no chain data is touched')
    .option('--docker-socket <path>', 'socket of the engine (default: that of the agent’s settings)')
    .option(
      '--remove-data <executor>',
      'also stop its nodes and remove their chain data; takes the name of this executor',
    )
    .option('--wallets <names>', 'with --remove-data: the wallets that are lost with it, with commas', (names) =>
      names.split(','),
    )
    .option('--purge', `also remove ${configPath}, which another installation would use`)
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--yes', 'do not ask')
    .action(uninstall);
}

interface UninstallOptions {
  dockerSocket?: string;
  removeData?: string;
  wallets?: string[];
  purge?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

async function uninstall(options: UninstallOptions): Promise<void> {
  requireSystemdRoot();
  if (options.wallets !== undefined && options.removeData === undefined)
    throw new CommandError('--wallets goes with --remove-data', 2);
  const given = settingsOrFaults({});
  const settings = 'settings' in given ? given.settings : null;
  const { dockerSocket } = options;
  const host = hostRuntime(
    dockerSocket === undefined ? settings : { ...settings, dockerSocket, dockerHost: undefined },
  );
  const doomed = options.removeData === undefined ? [] : await doomedNodes(settings, host, options);
  if (!options.dryRun && !options.yes) await confirm(question(doomed));
  const changes = hostChanges(options.dryRun ?? false);
  const { step } = changes;
  removeWatcher(changes);
  if (installedUnit(unitNames.agent) !== null) step('stop the agent and remove its units', removeAgentUnits);
  const doomedNames = doomed.map(({ name }) => name).join(', ');
  if (doomed.length > 0)
    await changes.stepAsync(`stop ${doomedNames}, and remove their chain data`, () =>
      Promise.all(doomed.map((node) => host.removeNode(node, settings?.stopTimeoutSeconds ?? 600))),
    );
  // Once the agent has ended: it would report again, and may just have taken another key.
  const untold = await changes.stepAsync('deregister from the control plane, which ends the key', () =>
    deregister(
      settingsOrFaults({}),
      doomed.map(({ id }) => id),
    ),
  );
  if (untold) printLines([`The control plane could not be told: ${untold}`]);
  if (untold && doomed.length > 0)
    printLines([
      `Delete these nodes there, or they are created again, empty, when this host joins: satrap nodes delete ${doomedNames}`,
    ]);
  const kept = options.purge || !existsSync(configPath) ? [] : [configPath];
  step(`remove ${stateDir}, with the key${kept.length === 0 ? ` and ${configPath}` : ''}`, () => {
    if (existsSync(stateDir)) emptyAsOwner(stateDir);
    for (const path of [configPath, '/etc/satrap/executor.key', stateDir])
      if (!kept.includes(path)) rmSync(path, { recursive: true, force: true });
  });
  if (userExists(systemUser)) step(`remove the user ${systemUser}`, () => runTool('userdel', systemUser));
  const folder = programFolderOf(packageRoot());
  if (folder !== null) step(`remove the agent's versions from ${folder.path}`, () => removeAgentProgram(folder));
  printLines([
    ...remainsLines(await remainsOf(host), { isTold: untold === null }),
    ...kept.map((path) => `Kept ${path}, which another installation uses. Delete the file to start over.`),
  ]);
}

function removeAgentUnits(): void {
  runTool('systemctl', 'disable', '--now', unitNames.agent);
  // One that was installed before there was this unit has none.
  if (installedUnit(unitNames.shutdown) !== null) runTool('systemctl', 'stop', unitNames.shutdown);
  // The agent's last: by it an uninstallation that was killed is gone on with.
  removeUnits([unitNames.shutdown, unitNames.agent]);
}

const question = (doomed: readonly HostedNode[]): string =>
  doomed.length === 0
    ? 'Remove the agent of this host?'
    : `Remove the agent of this host, and for good the chain data of ${doomed.map(({ name }) => name).join(', ')}?`;

/** The nodes whose data goes with the agent. Throws CommandError before anything is changed. */
async function doomedNodes(
  settings: AgentSettings | null,
  host: HostRuntime,
  { removeData = '', wallets = [] }: UninstallOptions,
): Promise<HostedNode[]> {
  const executorId = settings === null ? null : storedExecutorId(settings.dataDir);
  if (settings === null || executorId === null)
    throw new CommandError(
      'which nodes are this agent’s is not known, as its settings or its store cannot be read; see satrap agent doctor',
    );
  try {
    const nodes = await hostedNodes(host, executorId);
    requireRemovable(nodes, { typed: removeData, executorName: settings.name, wallets });
    return nodes;
  } catch (error) {
    throw toCommandError(error, RuntimeError);
  }
}
