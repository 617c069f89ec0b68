import { errorMessage } from '../../../text/error-message.ts';
import type { ApplyOptions } from '../../runtime/runtime.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import { endpointOf } from '../daemon-endpoint.ts';
import type { DataRoots } from '../data-roots.ts';
import { removeCopy } from '../remove-data.ts';
import { describeCopy, type SeedDeps } from '../seed/apply-seed.ts';
import type { DockerSnapshot } from '../snapshot.ts';
import { checkRoot } from './check-root.ts';
import { copyRoot } from './copy-root.ts';
import type { MoveStep } from './move-effects.ts';
import { proveRoot } from './prove-root.ts';
import { verifyCopy } from './verify-copy.ts';

/** What the steps need by which the data of a node comes to another data root. */
export interface MoveDeps extends SeedDeps {
  roots: DataRoots;
  /** Keeps why a step found that the move cannot be. */
  onMoveRefused(nodeId: string, reason: string): void;
}

/** Carries out one step of a move. What makes the move impossible is kept as its outcome; RuntimeError is thrown for what may pass. */
export async function applyMoveStep(
  step: MoveStep,
  snapshot: DockerSnapshot,
  deps: MoveDeps,
  options: ApplyOptions,
): Promise<void> {
  if (step.kind === 'remove-copy') return removeCopy(snapshot, step.dataRoot, deps);
  try {
    await tryStep(step, snapshot, deps, options);
  } catch (error) {
    const mayPass = error instanceof RuntimeError && error.fault !== 'refused';
    if (options.signal.aborted || mayPass) throw error;
    deps.onMoveRefused(snapshot.desired.id, errorMessage(error));
  }
}

async function tryStep(
  step: Exclude<MoveStep, { kind: 'remove-copy' }>,
  snapshot: DockerSnapshot,
  deps: MoveDeps,
  { onProgress, signal }: ApplyOptions,
): Promise<void> {
  const { desired, observed, spec, tip } = snapshot;
  const { to } = step.move;
  switch (step.kind) {
    case 'begin-move':
      if (step.state === 'copying') await checkRoot(snapshot, to, deps);
      return;
    case 'copy-root': {
      if (spec === null) throw new Error('no plan moves data before the image of its node is known');
      const begunAt = performance.now();
      const result = await copyRoot({ desired, observed, user: spec.user, to, deps, onProgress, signal });
      deps.onSeedResult(desired.id, describeCopy(result, (performance.now() - begunAt) / 1000));
      return;
    }
    case 'verify-root':
      return verifyCopy(observed.volumes, step.move, signal);
    case 'prove-root': {
      const daemon = endpointOf(deps, desired.id);
      if (daemon === null) throw new Error('no daemon runs before its ports are chosen');
      const proof = await proveRoot({ client: deps.client, containerId: step.containerId, daemon, tip, signal });
      deps.onSeedResult(desired.id, {
        message: `height ${proof.height}, ${proof.bestBlockHash}${proof.hasTip ? ', with the last block that is known of it' : ''}`,
        data: { ...proof },
      });
    }
  }
}
