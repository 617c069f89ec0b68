import { join } from 'node:path';
import { configOf } from '../../desired/desired-entry.ts';
import { RpcClient } from '../../monitor/rpc.ts';
import { type ClonePass, type CloneRequest, cloneFiles } from '../copy/clone-files.ts';
import { seedFolders } from '../copy/seed-folders.ts';
import { requireEndpoint } from '../daemon-endpoint.ts';
import { daemonUser, requireSpec } from '../daemon-start.ts';
import { pauseContainer, unpauseContainer } from '../engine/containers.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { dataFolder } from '../engine/paths.ts';
import { NotPossible } from '../rehearsal/not-possible.ts';
import { readSource } from '../rehearsal/read-source.ts';
import { makeCopyVolume, removeRehearsal } from '../rehearsal/rehearsal-copy.ts';
import { rehearsalStep } from './rehearsal-step.ts';

/**
 * Clones the chain data of a running node. Most files are cloned while the daemon runs; it is then frozen for the time in
 * which those that changed meanwhile are cloned again. So the copy is what a daemon that was killed at that moment would
 * leave, which bitcoind opens.
 */
export const copyForRehearsal = rehearsalStep<'copy-for-rehearsal'>({
  kind: 'copy-for-rehearsal',
  texts: ({ rehearsal: { clientVersion } }) => [
    `copy the data to rehearse ${clientVersion}`,
    `Copied the data to rehearse ${clientVersion}`,
  ],
  event: 'node.rehearsal_copied',
  verdictOfFailure: 'not_possible',
  next: 'copied',
  async apply(_, run, report) {
    const { client, signal, snapshot } = run;
    const { desired, observed, workload } = snapshot;
    const { id, network } = desired;
    const volume = observed.volumes.find(({ dataRoot }) => dataRoot === observed.dataRoot);
    if (volume === undefined || workload === undefined) throw new NotPossible('the node’s volume was not found');
    // Of an interrupted rehearsal: a version may have changed it.
    await removeRehearsal(run, id, observed.volumes);
    const begunAt = performance.now();
    const { path } = await makeCopyVolume(run, id, volume);
    const owner = daemonUser(requireSpec(snapshot).spec);
    const folders = seedFolders(configOf(desired));
    const request = { from: join(volume.path, dataFolder), to: join(path, dataFolder), folders, owner, signal };
    const first = await cloneFiles(request);
    using daemon = new RpcClient(requireEndpoint(run, id));
    const source = await readSource(daemon, first, { network, signal });
    const { pass, frozenSeconds } = await cloneFrozen(client, workload.id, request, first);
    const seconds = Math.round(performance.now() - begunAt) / 1000;
    Object.assign(report, { copiedBytes: pass.bytes, copySeconds: seconds, frozenSeconds });
    const message = `${(pass.bytes / 1024 / 1024).toFixed(1)} MiB in ${seconds.toFixed(1)} s; the daemon was frozen for ${frozenSeconds.toFixed(2)} s`;
    return { found: { message, data: { bytes: pass.bytes, seconds, frozenSeconds } }, record: { source } };
  },
});

/** A peer or a client waits that long; the daemon's health is asked for less often. */
const maxFrozenMs = 5000;

async function cloneFrozen(
  client: EngineClient,
  containerId: string,
  request: CloneRequest,
  first: ClonePass,
): Promise<{ pass: ClonePass; frozenSeconds: number }> {
  const begunAt = performance.now();
  const limit = AbortSignal.timeout(maxFrozenMs);
  await pauseContainer(client, containerId);
  try {
    const pass = await cloneFiles({ ...request, signal: AbortSignal.any([request.signal, limit]) }, first);
    return { pass, frozenSeconds: Math.round(performance.now() - begunAt) / 1000 };
  } catch (error) {
    if (!limit.aborted || request.signal.aborted) throw error;
    throw new NotPossible(
      `the files that change did not fit into the ${maxFrozenMs / 1000} s for which the daemon may be frozen; try again when it is quieter`,
    );
  } finally {
    // Also if the agent is ending: nobody else would unpause it.
    await unpauseContainer(client, containerId, { isCleanup: true });
  }
}
