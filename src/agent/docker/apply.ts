import { readsAllData, whyUnreadable } from '../../bitcoin/data-format.ts';
import { reindexLines } from '../../bitcoin/reindex.ts';
import { renderConfig } from '../../bitcoin/render-config.ts';
import { configOf } from '../desired/desired-entry.ts';
import { agentRpcWhitelist } from '../monitor/rpc.ts';
import type { ApplyOptions } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { agentRpcUser, type WorkloadSpec } from '../runtime/workload-spec.ts';
import { removeContainer, startContainer, stopContainer, unpauseContainer } from './engine/containers.ts';
import { createContainer } from './engine/create-container.ts';
import { markerAfter, readDataFormat, readDataMarker } from './engine/data-marker.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { pullImage } from './engine/images.ts';
import { setRestartPolicy } from './engine/restart-policy.ts';
import { writeConfig, writeMarker } from './engine/write-config.ts';
import { makeDataVolume } from './make-volume.ts';
import { applyMoveStep, type MoveDeps } from './move/apply-move.ts';
import { untilRebuilding } from './reindex-start.ts';
import { removeData } from './remove-data.ts';
import { applySeedStep } from './seed/apply-seed.ts';
import type { DockerSnapshot } from './snapshot.ts';
import type { DockerStep } from './step.ts';

/** What the steps of every node need. */
export interface ApplyDeps extends MoveDeps {
  /** The template of bitcoin.conf. */
  template: string;
}

/** Carries out one step. Every step is safe to repeat. Throws RuntimeError. */
export async function applyStep(
  step: DockerStep,
  snapshot: DockerSnapshot,
  deps: ApplyDeps,
  { onProgress, signal }: ApplyOptions,
): Promise<void> {
  const { client, stopTimeoutSeconds } = deps;
  switch (step.kind) {
    case 'pull-image':
      return pullImage(client, step.reference, onProgress, signal);
    case 'create-volume':
      await makeDataVolume(snapshot.desired, snapshot.observed.dataRoot, deps);
      return;
    case 'create-container':
      return createContainer(client, { ...snapshot, ...requireSpec(snapshot) }, deps);
    case 'start-container':
      await writeNodeConfig(step.containerId, snapshot, deps);
      return startContainer(client, step.containerId);
    case 'stop-container':
      return stopContainer(client, step.containerId, stopTimeoutSeconds);
    case 'unpause-container':
      return unpauseContainer(client, step.containerId);
    case 'remove-container':
      await describeKeptData(step.containerId, snapshot, client);
      return removeContainer(client, step.containerId);
    case 'remove-data':
      return removeData(snapshot, deps);
    case 'start-reindex':
      // Before the option is anywhere: the engine must not start the daemon with it a second time.
      await setRestartPolicy(client, step.containerId, 'byNobody');
      await writeNodeConfig(step.containerId, snapshot, deps, reindexLines(step.act.kind));
      return startContainer(client, step.containerId);
    case 'settle-reindex':
      await untilRebuilding(client, step, signal);
      await writeNodeConfig(step.containerId, snapshot, deps);
      return setRestartPolicy(client, step.containerId, 'byEngine');
    case 'reserve-source':
      return;
    case 'copy-data':
    case 'verify-data':
      return applySeedStep(step, snapshot, deps, { onProgress, signal });
    case 'begin-move':
    case 'copy-root':
    case 'verify-root':
    case 'prove-root':
    case 'remove-copy':
      return applyMoveStep(step, snapshot, deps, { onProgress, signal });
  }
}

async function writeNodeConfig(
  containerId: string,
  snapshot: DockerSnapshot,
  { client, template }: ApplyDeps,
  once: readonly string[] = [],
): Promise<void> {
  const { spec } = requireSpec(snapshot);
  const credentials = {
    platformRpcAuths: [spec.platformRpcAuth, ...(spec.formerRpcAuth === undefined ? [] : [spec.formerRpcAuth])],
    agentRpcAuth: spec.agentRpcAuth,
    agentUser: agentRpcUser,
    agentRpcWhitelist,
    isolated: snapshot.seed?.state === 'copied',
  };
  const text = renderConfig(configOf(snapshot.desired), template, credentials, once);
  const { network, clientVersion, nodeType } = snapshot.desired;
  const marker = await readDataMarker(client, containerId);
  const format = readsAllData(clientVersion) ? null : await readDataFormat(client, containerId, network);
  const unreadable = format === null ? null : whyUnreadable(format, clientVersion);
  if (unreadable !== null) throw new RuntimeError('refused', unreadable);
  await writeConfig(client, containerId, spec.user, text, markerAfter(marker, { clientVersion, nodeType }));
}

/** Leaves with data that is kept what the agent knows of its chain: nothing else will know once the node is gone. */
async function describeKeptData(
  containerId: string,
  { desired, tip }: DockerSnapshot,
  client: EngineClient,
): Promise<void> {
  if (desired.desiredState !== 'deleted' || desired.dataPolicy !== 'keep' || tip === null) return;
  const marker = await readDataMarker(client, containerId);
  if (marker === null) return;
  await writeMarker(client, containerId, { ...marker, tip }).catch((error: unknown) => {
    // On a full disk the deletion matters more than the height that the data is listed with.
    if (!(error instanceof RuntimeError) || error.fault === 'unreachable') throw error;
  });
}

function requireSpec({ desired, spec, specHash }: DockerSnapshot): { spec: WorkloadSpec; specHash: string } {
  if (spec === null || specHash === null) {
    throw new Error(`no plan creates or starts a container of node ${desired.id} before its image is known`);
  }
  return { spec, specHash };
}
