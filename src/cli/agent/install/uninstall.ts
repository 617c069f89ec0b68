import { existsSync, rmSync } from 'node:fs';
import type { Command } from 'commander';
import { installedUnit, unitNames } from '../../../agent/host/units.ts';
import { hostRuntime } from '../../../agent/offline/host-runtime.ts';
import type { HostRuntime, OwnObject } from '../../../agent/runtime/host-runtime.ts';
import { RuntimeError } from '../../../agent/runtime/runtime-error.ts';
import type { AgentSettings } from '../../../agent/settings/settings.ts';
import { packageRoot } from '../../../package-root.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { CommandError, toCommandError } from '../../command-error.ts';
import {
  confirmedChanges,
  emptyAsOwner,
  removeAgentProgram,
  removeUnits,
  removeUser,
  requireSystemdRoot,
  runTool,
  stepOptions,
} from '../../installation/host.ts';
import { defineCommand, type OptionValues, option, walletOption } from '../../options.ts';
import { printLines } from '../../output.ts';
import { settingsOrFaults } from '../doctor.ts';
import {
  configPath,
  deregister,
  removeGateway,
  removeWatcher,
  stateDir,
  storedExecutorId,
  systemUser,
} from './installed-agent.ts';

const uninstallOptions = [
  option('--docker-socket <path>', 'engine socket (default: from the settings)'),
  option('--remove-data <host>', 'also stop this host’s nodes and delete their chain data; takes the host’s name'),
  walletOption,
  option('--purge', `also remove ${configPath}`),
  ...stepOptions,
] as const;
type UninstallOptions = OptionValues<typeof uninstallOptions>;

export function register(agent: Command): void {
  const description = 'uninstall the agent; nodes keep running and chain data stays';
  defineCommand(agent, 'uninstall', description, uninstallOptions).action(uninstall);
}

async function uninstall(options: UninstallOptions): Promise<void> {
  requireSystemdRoot();
  if (options.wallet.length > 0 && options.removeData === undefined)
    throw new CommandError('--wallet requires --remove-data', 'usage');
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
  removeGateway(changes);
  if (installedUnit(unitNames.agent) !== null) step('stop the agent and remove its units', removeAgentUnits);
  if (doomed.length > 0)
    await changes.step(`stop ${doomedNames} and delete their chain data`, () =>
      Promise.all(doomed.map((node) => host.removeNode(node, settings?.stopTimeoutSeconds ?? 600))),
    );
  // After the agent has exited: it would report again, and may have just rotated its key.
  const doomedIds = doomed.map(({ id }) => id);
  const failure = await changes.step('deregister from the control plane, which revokes the key', () =>
    deregister(settingsOrFaults({}), doomedIds),
  );
  if (failure) printLines(notDeregistered(failure, settings));
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

/** What to do later, elsewhere: the key is removed from this host and nothing else can use it to deregister. */
export function notDeregistered(failure: string, settings: Pick<AgentSettings, 'name'> | null): string[] {
  const name = settings?.name ?? 'NAME';
  return [
    `Could not deregister: ${failure}`,
    `The key of ${name} is still valid. Once the control plane answers, revoke it: satrap keys list shows its id, with the owner ${name}, for: satrap keys revoke ID`,
  ];
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
  { removeData = '', wallet: wallets }: UninstallOptions,
): Promise<HostedNode[]> {
  const executorId = settings === null ? null : storedExecutorId(settings.dataDir);
  if (settings === null || executorId === null)
    throw new CommandError(
      'cannot tell which nodes belong to this agent, because its settings or store cannot be read',
      'failed',
      { hint: 'satrap agent doctor' },
    );
  try {
    const nodes = await hostedNodes(host, executorId);
    requireRemovable(nodes, { typed: removeData, executorName: settings.name, wallets });
    return nodes;
  } catch (error) {
    throw toCommandError(error, RuntimeError);
  }
}

type Remains = Awaited<ReturnType<typeof remainsOf>>;

/** Lists our containers and volumes. Never throws. */
export async function remainsOf(host: Pick<HostRuntime, 'ownObjects'>) {
  try {
    const objects = await host.ownObjects();
    return {
      containers: objects
        .filter(({ kind }) => kind === 'container')
        .map(({ name, nodeName, state }) => ({ name, node: nodeName ?? '', state: state ?? '' })),
      volumes: objects.filter(({ kind }) => kind === 'volume').map(({ name }) => name),
      error: null as string | null,
    };
  } catch (error) {
    // Why the engine could not be queried.
    return { containers: [], volumes: [], error: errorMessage(error) };
  }
}

/** Describes the remains and how to remove them. `isReported`: whether the control plane knows that the agent is gone. */
export function remainsLines(
  { containers, volumes, error }: Remains,
  { isReported }: { isReported: boolean },
): string[] {
  const there = `${isReported ? 'The control plane shows this host as uninstalled' : 'If this host joined a control plane, it is offline there'}; satrap hosts delete NAME removes it.`;
  if (error !== null) return [`Could not list the remaining nodes: ${error}`, there];
  if (containers.length === 0 && volumes.length === 0) return ['No nodes and no chain data remain.', there];
  return [
    'Left in place:',
    ...containers.map(({ name, node, state }) => `  container ${name} (node ${node}), ${state}`),
    ...volumes.map((name) => `  volume ${name}, with chain data`),
    'They are unmanaged until the same agent is installed here again. To permanently remove a node:',
    '  docker stop --time 600 NAME && docker rm NAME && docker volume rm NAME',
    there,
  ];
}

export interface HostedNode {
  id: string;
  name: string;
  containerId: string | null;
  hasVolume: boolean;
  /** The host directory of its data; null if the data is in an engine volume. */
  directory: string | null;
  /** The wallets in its data; null if they cannot be listed. */
  wallets: readonly string[] | null;
}

/** Lists an executor's nodes. Throws RuntimeError. */
async function hostedNodes(host: Pick<HostRuntime, 'ownObjects' | 'wallets'>, executorId: string) {
  const nodes = nodesAmong(await host.ownObjects(), executorId);
  return Promise.all(
    nodes.map(async (node) => ({
      ...node,
      wallets: node.containerId === null ? null : await host.wallets(node.containerId),
    })),
  );
}

/** Groups an executor's containers and volumes by node. A node that is being moved has two volumes. */
export function nodesAmong(objects: readonly OwnObject[], executorId: string): Omit<HostedNode, 'wallets'>[] {
  const ours = objects.filter((object) => object.executorId === executorId && object.nodeId !== null);
  return [...Map.groupBy(ours, ({ nodeId }) => nodeId ?? '')].map(([id, own]) => ({
    id,
    name: own[0]?.nodeName ?? id,
    containerId: own.find(({ kind }) => kind === 'container')?.id ?? null,
    hasVolume: own.some(({ kind }) => kind === 'volume'),
    directory: own.find(({ directory }) => directory !== null)?.directory ?? null,
  }));
}

/**
 * Returns why the data of these nodes must not be removed, one sentence each. `named`: the wallets that the operator agreed to lose.
 */
export const whyNotRemovable = (
  nodes: readonly HostedNode[],
  executorName: string,
  named: readonly string[],
): string[] =>
  nodes.flatMap(({ id, name, hasVolume, directory, wallets }) => {
    if (directory !== null) return [`the data of ${name} is in ${directory}; remove it manually`];
    if (wallets === null)
      return hasVolume
        ? [
            `${name} has no container, so its wallets cannot be listed. Review its data: satrap hosts data list ${executorName}. Remove it first: satrap hosts data delete ${executorName} ${id} ${name}`,
          ]
        : [];
    const kept = wallets.filter((wallet) => !named.includes(wallet));
    return kept.length === 0
      ? []
      : [`${name} has the wallets ${kept.map((wallet) => `"${wallet}"`).join(', ')}; name each with --wallet`];
  });

/** Throws CommandError unless the operator typed this host's name and named each wallet. */
export function requireRemovable(
  nodes: readonly HostedNode[],
  { typed, executorName, wallets }: { typed: string; executorName: string; wallets: readonly string[] },
): void {
  if (typed !== executorName)
    throw new CommandError(
      `this host is ${executorName}, not ${typed}; to remove its chain data, use --remove-data ${executorName}`,
      'usage',
    );
  const faults = whyNotRemovable(nodes, executorName, wallets);
  if (faults.length > 0)
    throw new CommandError(['nothing was changed:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
}
