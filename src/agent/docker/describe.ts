import type { ConfigOverride } from '../../bitcoin/node-config.ts';
import { isSecretKey } from '../../bitcoin/secret-keys.ts';
import { torText } from '../../bitcoin/tor.ts';
import { defaultDataRoot } from '../../contract/names.ts';
import { counted } from '../../text/counted.ts';
import type { OperationRecords } from '../runtime/node-record.ts';
import type { WorkloadSpec } from '../runtime/workload-spec.ts';
import { zmqLabel } from './engine/labels.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import type { DockerSnapshot } from './observe.ts';

/** Describes the difference between a container's spec and the desired one. Shows no credentials. */
export function describeChange(applied: WorkloadSpec | null, wanted: WorkloadSpec): string {
  if (applied === null) return 'created by another installation of the agent with other settings';
  const changes = [
    change('client version', applied.clientVersion, wanted.clientVersion),
    applied.clientVersion === wanted.clientVersion ? change('image', applied.image, wanted.image) : null,
    change('network', applied.network, wanted.network),
    change('custom signet', signetText(applied), signetText(wanted)),
    change('Tor', torText(applied.tor), torText(wanted.tor)),
    change('node type', applied.nodeType, wanted.nodeType),
    change('cores', applied.cpuCores, wanted.cpuCores),
    change('memory (MiB)', applied.memoryMiB, wanted.memoryMiB),
    ...overrideChanges(applied.overrides, wanted.overrides),
    applied.platformRpcAuth === wanted.platformRpcAuth && applied.formerRpcAuth === wanted.formerRpcAuth
      ? null
      : 'platform RPC credentials',
    applied.agentRpcAuth === wanted.agentRpcAuth ? null : 'agent RPC credentials',
    change('RPC port', applied.ports.rpc, wanted.ports.rpc),
    change('P2P port', applied.ports.p2p, wanted.ports.p2p),
    change('RPC address', applied.rpcAddress, wanted.rpcAddress),
    change('P2P address', applied.p2pAddress, wanted.p2pAddress),
    change('ZeroMQ', zmqText(applied), zmqText(wanted)),
    change('data root', applied.dataRoot ?? defaultDataRoot, wanted.dataRoot ?? defaultDataRoot),
    change('user', applied.user, wanted.user),
  ].filter((text) => text !== null);
  return changes.length === 0 ? 'container not created by this agent' : `configuration changed: ${changes.join(', ')}`;
}

const signetText = ({ signet }: WorkloadSpec): string =>
  signet == null ? 'none' : [signet.challenge, ...signet.seedNodes].join(' ');

const zmqText = ({ zmq }: WorkloadSpec): string =>
  zmq === undefined ? 'off' : `${zmqLabel(zmq.ports)} at ${zmq.address}`;

const change = (what: string, from: string | number, to: string | number): string | null =>
  from === to ? null : `${what} ${from} → ${to}`;

function overrideChanges(from: readonly ConfigOverride[], to: readonly ConfigOverride[]): string[] {
  const before = byKey(from);
  const after = byKey(to);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) =>
      isSecretKey(key)
        ? `override ${key}`
        : `override ${key} ${before.get(key) ?? 'unset'} → ${after.get(key) ?? 'unset'}`,
    );
}

const byKey = (overrides: readonly ConfigOverride[]): Map<string, string> =>
  new Map(
    [...Map.groupBy(overrides, ({ key }) => key)].map(([key, all]) => [key, all.map(({ value }) => value).join(' + ')]),
  );

export function describeObservation({
  workload,
  observed,
  operations,
}: Pick<DockerSnapshot, 'workload' | 'observed' | 'operations'>): string[] {
  const { data, dataRoot, directory, volumes, image, imposters, foreignWriters, leftoverDataDir } = observed;
  const others = volumes.filter((volume) => volume.dataRoot !== dataRoot);
  return [
    workload === undefined ? 'no container' : describeContainer(workload),
    dataRoot === defaultDataRoot
      ? `volume ${data}`
      : `volume ${data} in data root ${dataRoot}${directory ? ` (${directory})` : ''}`,
    ...others.map((volume) => `another copy of the data in data root ${volume.dataRoot} (${volume.path})`),
    ...operationLines(operations),
    ...(leftoverDataDir === null ? [] : [`directory ${leftoverDataDir} of a removed volume`]),
    image.pin === null ? 'image not resolved yet' : `image ${image.pin}, ${image.present ? 'present' : 'not present'}`,
    ...foreignWriters.map((name) => `foreign container ${name} uses the volume`),
    ...imposters.map((name) => `foreign container ${name} has this node’s name or labels and is ignored`),
  ];
}

const operationLines = (operations: OperationRecords): string[] =>
  Object.entries(operations).flatMap(([kind, operation]) =>
    operation === undefined
      ? []
      : [
          `${kind.replaceAll('_', ' ')}: ${operation.stage}${operation.reason === null ? '' : ` (${operation.reason})`}`,
        ],
  );

function describeContainer(container: ObservedContainer): string {
  const started = container.startedAt === null ? '' : `, started ${container.startedAt}`;
  const ports = container.lacksPorts ? ', without its ports' : '';
  return `container ${container.id.slice(0, 12)} ${container.status}${started}${ports}, ${counted(container.restartCount, 'restart')} by the engine`;
}
