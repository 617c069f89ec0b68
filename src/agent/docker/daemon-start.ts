import { configHash, configLines } from '../../bitcoin/config-lines.ts';
import { readsAllData, whyUnreadable } from '../../bitcoin/data-format.ts';
import { renderConfig } from '../../bitcoin/render-config.ts';
import { configOf, type DesiredNode } from '../desired/desired-entry.ts';
import { agentRpcWhitelist } from '../monitor/rpc-methods.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { refused } from '../runtime/runtime-error.ts';
import { agentRpcUser, type WorkloadSpec } from '../runtime/workload-spec.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { markerAfter, readDataFormat, readDataMarker, writeConfig } from './engine/volume-files.ts';
import type { DockerSnapshot } from './observe.ts';
import type { StepRun } from './step-kind.ts';

/** Writes the daemon's configuration. Throws RuntimeError, also if its version cannot read the chain data. */
export async function writeNodeConfig(
  containerId: string,
  { snapshot, client, template }: StepRun,
  once: readonly string[] = [],
): Promise<void> {
  const { spec } = requireSpec(snapshot);
  const credentials = {
    platformRpcAuths: [spec.platformRpcAuth, ...(spec.formerRpcAuth === undefined ? [] : [spec.formerRpcAuth])],
    agentRpcAuth: spec.agentRpcAuth,
    agentUser: agentRpcUser,
    agentRpcWhitelist,
    isolated: snapshot.operations.seed?.stage === 'copied',
  };
  const text = renderConfig(configOf(snapshot.desired), template, credentials, once);
  const { network, clientVersion, nodeType } = snapshot.desired;
  const marker = await readDataMarker(client, containerId);
  const format = readsAllData(clientVersion) ? null : await readDataFormat(client, containerId, network);
  const unreadable = format === null ? null : whyUnreadable(format, clientVersion);
  if (unreadable !== null) throw refused(unreadable);
  const nextMarker = markerAfter(marker, { clientVersion, nodeType });
  await writeConfig(client, containerId, daemonUser(spec), text, nextMarker, snapshot.agentRpc);
}

export const startedRecord = (desired: DesiredNode): Partial<NodeRecord> => ({
  cause: null,
  everStarted: true,
  configHash: configHash(configLines(configOf(desired))),
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
