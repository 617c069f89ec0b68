import { configHash, configLines } from '../../bitcoin/config-lines.ts';
import { readsAllData, whyUnreadable } from '../../bitcoin/data-format.ts';
import { chainOf } from '../../bitcoin/network-name.ts';
import { type ExtraLines, type RenderedCredentials, renderConfig } from '../../bitcoin/render-config.ts';
import { gatewayRpcWhitelist } from '../../bitcoin/rpc-methods.ts';
import { walletsIn } from '../../bitcoin/wallet-lines.ts';
import { configOf, type DesiredNode } from '../desired/desired-entry.ts';
import { agentRpcWhitelist } from '../monitor/rpc-methods.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { refused } from '../runtime/runtime-error.ts';
import { agentRpcUser, type WorkloadSpec } from '../runtime/workload-spec.ts';
import type { EngineClient } from './engine/engine-client.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { paths } from './engine/paths.ts';
import { readFile } from './engine/read-file.ts';
import { markerAfter, readDataFormat, readDataMarker, replaceConfig, writeConfig } from './engine/volume-files.ts';
import type { DockerSnapshot } from './observe.ts';
import { restoreBlocksKey } from './restore-key.ts';
import type { Found, StepRun } from './step-kind.ts';

/**
 * Writes the daemon's configuration, and the key of its block files if that was lost, which is returned as found. Throws
 * RuntimeError, also if its version cannot read the chain data.
 */
export async function writeNodeConfig(
  containerId: string,
  run: StepRun,
  once: readonly string[] = [],
): Promise<Found | undefined> {
  const { snapshot, client } = run;
  const { spec } = requireSpec(snapshot);
  const text = configText(run, { once, wallets: snapshot.loadedWallets ?? (await formerWallets(client, containerId)) });
  const { network, clientVersion, nodeType } = snapshot.desired;
  const marker = await readDataMarker(client, containerId);
  const user = daemonUser(spec);
  const { volumes, dataRoot } = snapshot.observed;
  const path = volumes.find((volume) => volume.dataRoot === dataRoot)?.path;
  const chain = chainOf(snapshot.desired);
  const { key, restored } = await restoreBlocksKey(client, containerId, { chain, user, marker, path });
  const format = readsAllData(clientVersion) ? null : await readDataFormat(client, containerId, network);
  const unreadable = format === null ? null : whyUnreadable(format, clientVersion);
  if (unreadable !== null) throw refused(unreadable);
  const nextMarker = markerAfter(marker, { clientVersion, nodeType, blocksKey: key });
  await writeConfig(client, containerId, user, text, nextMarker, snapshot.agentRpc);
  return restored ? keyRestored : undefined;
}

type ConfigRun = Pick<StepRun, 'client' | 'template' | 'snapshot'>;

/** Replaces the configuration that the next start reads, also one by the engine alone. */
export async function updateNodeConfig(containerId: string, run: ConfigRun): Promise<void> {
  const { spec } = requireSpec(run.snapshot);
  const wallets = run.snapshot.loadedWallets ?? [];
  await replaceConfig(run.client, containerId, daemonUser(spec), configText(run, { wallets }));
}

/** More than a thousand names of wallets make. */
const maxConfigBytes = 1024 * 1024;

/** What an agent that lost its store still finds beside the data directory, where the daemon cannot write. */
const formerWallets = async (client: EngineClient, containerId: string): Promise<string[]> =>
  walletsIn((await readFile(client, containerId, paths.configFile, maxConfigBytes))?.toString('utf8') ?? '');

function configText({ snapshot, template }: ConfigRun, lines: ExtraLines): string {
  const { spec } = requireSpec(snapshot);
  const credentials = {
    platformRpcAuths: [spec.platformRpcAuth, ...(spec.formerRpcAuth === undefined ? [] : [spec.formerRpcAuth])],
    agentRpcAuth: spec.agentRpcAuth,
    agentUser: agentRpcUser,
    agentRpcWhitelist,
    // Not part of the spec: an agent or a control plane that adds it restarts no node.
    ...gatewayUserOf(snapshot.desired),
    isolated: snapshot.operations.seed?.stage === 'copied',
  };
  return renderConfig(configOf(snapshot.desired), template, credentials, lines);
}

/** A node in the store of an earlier agent has none. */
const gatewayUserOf = ({
  gatewayRpcAuth,
  gatewayMethods,
}: Partial<DesiredNode>): Pick<RenderedCredentials, 'gateway'> =>
  gatewayRpcAuth === undefined
    ? {}
    : { gateway: { rpcAuth: gatewayRpcAuth, whitelist: [...gatewayRpcWhitelist, ...(gatewayMethods ?? [])] } };

const keyRestored: Found = {
  message: 'restored blocks/xor.dat, without which all blocks look corrupted; no reindex is needed',
  data: { restored: 'blocks/xor.dat' },
};

export const startedRecord = ({
  desired,
  loadedWallets,
}: Pick<DockerSnapshot, 'desired' | 'loadedWallets'>): Partial<NodeRecord> => ({
  cause: null,
  everStarted: true,
  configHash: configHash(configLines(configOf(desired))),
  gatewayRpcAuth: desired.gatewayRpcAuth,
  configuredWallets: [...(loadedWallets ?? [])],
});

/** Whether a container was started since the run that began at `was`. */
export const hasStarted = (container: ObservedContainer | undefined, was: string | null): boolean =>
  container !== undefined && container.startedAt !== null && container.startedAt !== was;

export function daemonUser({ user }: Pick<WorkloadSpec, 'user'>): { uid: number; gid: number } {
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  return { uid, gid };
}

export function requireSpec({ desired, spec, specHash }: DockerSnapshot): { spec: WorkloadSpec; specHash: string } {
  if (spec === null || specHash === null) throw new Error(`image of node ${desired.id} is not resolved`);
  return { spec, specHash };
}
