import { checkChange } from '../../../bitcoin/chain-facts.ts';
import { checkConfig } from '../../../bitcoin/check-config.ts';
import { checkOverrides } from '../../../bitcoin/check-overrides.ts';
import { whyOtherFamily } from '../../../bitcoin/clients/registry.ts';
import { type DataFormat, whyUnreadable } from '../../../bitcoin/data-format.ts';
import type { ConfigIssue, NodeConfig } from '../../../bitcoin/node-config.ts';
import { defaultDataRoot } from '../../../contract/names.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ExecutorRow } from '../../tables/executors.ts';
import type { NodeRow } from '../../tables/nodes.ts';
import { dataRootOf, resourcesOn } from './data-roots.ts';
import { fault, faultOfIssues, type NodeFault } from './node-fault.ts';
import { type Promises, promisesOn } from './promises.ts';
import { type RoomByResource, roomByResource, shortages } from './room.ts';

interface Host extends Pick<ExecutorRow, 'name' | 'capabilities'> {
  room: RoomByResource;
}

export const hostOf = (
  { resources, ...host }: Omit<Host, 'room'> & Pick<ExecutorRow, 'resources'>,
  promises: Promises,
): Host => ({ ...host, room: roomByResource(resources, promises) });

interface PresentNode {
  config: NodeConfig;
  /** Null if it has no data. */
  data: DataFormat | null;
}

/** Returns why an executor cannot run a node. Of an existing node only changes are judged: offers may shrink. */
export function judgeNode(host: Host, config: NodeConfig, present?: PresentNode): NodeFault[] {
  const current = present?.config;
  const changes = (keys: readonly (keyof NodeConfig)[]): boolean =>
    current === undefined || keys.some((key) => JSON.stringify(config[key]) !== JSON.stringify(current[key]));
  return [
    ...(changes(['network', 'client', 'clientVersion', 'nodeType']) ? judgeOffer(host, config) : []),
    ...judgeConfig(config, present),
    ...judgeRoom(host, config, current),
  ];
}

function judgeOffer({ name, capabilities }: Host, config: NodeConfig): NodeFault[] {
  const unless = (offered: readonly string[], field: string, value: string, description: string): NodeFault[] => {
    if (offered.includes(value)) return [];
    const message = `${name} does not offer ${description}; it offers ${offered.length === 0 ? 'none' : offered.join(', ')}`;
    return [fault('chain_not_supported_by_executor', message, [{ path: ['data', field], message }])];
  };
  const versions = capabilities.clients.filter(({ client }) => client === config.client).map(({ version }) => version);
  return [
    ...unless(capabilities.networks, 'network', config.network, config.network),
    ...unless(capabilities.nodeTypes, 'nodeType', config.nodeType, `${config.nodeType} nodes`),
    ...unless(versions, 'clientVersion', config.clientVersion, `${config.client} ${config.clientVersion}`),
  ];
}

function judgeConfig(config: NodeConfig, present: PresentNode | undefined): NodeFault[] {
  // Its own version reads its data.
  const isSameVersion = config.clientVersion === present?.config.clientVersion;
  return invalidConfig([
    ...(present === undefined ? [] : judgeFamily(config, present.config)),
    ...(present === undefined ? [] : judgeData(config, isSameVersion ? { ...present, data: null } : present)),
    ...checkConfig(config),
    ...checkOverrides(config, present?.config ?? null),
  ]);
}

export const invalidConfig = (issues: readonly ConfigIssue[]): NodeFault[] =>
  faultOfIssues(
    'invalid_node_config',
    issues.map(({ path, message }) => ({ path: ['data', ...path], message })),
  );

/** Returns why a node with this configuration cannot use the data of another one, or of its own current one. */
export function judgeData(config: NodeConfig, { config: current, data }: PresentNode): ConfigIssue[] {
  const unreadable = data === null ? null : whyUnreadable(data, config.clientVersion);
  return [
    ...(unreadable === null ? [] : [{ path: ['clientVersion'], message: unreadable }]),
    ...checkChange(current, config),
  ];
}

/** Returns why a node cannot change its client family on the same data. A copy may: the source keeps its own data. */
export const judgeFamily = ({ client }: NodeConfig, current: NodeConfig): ConfigIssue[] =>
  client === current.client ? [] : [{ path: ['client'], message: whyOtherFamily(current.client, client) }];

function judgeRoom({ name, room }: Host, config: NodeConfig, current: NodeConfig | undefined): NodeFault[] {
  const short = shortages(room, config.resources, current?.resources);
  if (short.length === 0) return [];
  const refusal = (what: string) => `${name} has ${what}`;
  const message = refusal(short.map((each) => each.message).join(' and '));
  const issues = short.map((each) => ({ path: ['data', 'resources', each.resource], message: refusal(each.message) }));
  return [fault('not_enough_resources', message, issues)];
}

/** The node's executor, with the disk of the node's data. */
export async function hostOfNode(database: Database, row: NodeRow): Promise<Host> {
  const { executor } = row;
  const dataRoot = dataRootOf(row) ?? defaultDataRoot;
  const promises = await promisesOn(database, executor, dataRoot);
  return hostOf({ ...executor, resources: resourcesOn(executor.resources, dataRoot) }, promises);
}
