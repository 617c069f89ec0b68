import { desiredOperation } from '../../desired/desired-entry.ts';
import { isUp } from '../../runtime/workload.ts';
import type { TrackedOperation } from './tracked-operation.ts';

export const trackedSeed: TrackedOperation = {
  kind: 'seed',
  stages: {
    copying: { step: 'copying the chain data', bytes: true },
    copied: { step: 'verifying the copy without peers' },
    verified: { step: 'starting the daemon with peers' },
    waiting: { step: 'copy failed; restart the node to retry' },
  },
  track(desired, { operations: { seed }, suspension }, { workload }) {
    const asked = desiredOperation(desired, 'seed');
    // Release the source if the copy cannot be made now.
    if (seed?.stage === 'copying' && (desired.desiredState !== 'running' || suspension))
      return { change: { operations: { seed: undefined } } };
    // An agent that lost its store: a daemon only starts on a complete copy.
    if (asked === undefined || seed !== undefined || workload === undefined || !isUp(workload)) return undefined;
    const { id, params } = asked;
    return {
      change: { operations: { seed: { id, from: params.from, stage: 'succeeded', reason: null, startedAt: null } } },
    };
  },
};
