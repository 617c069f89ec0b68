import { desiredOperation } from '../../desired/desired-operation.ts';
import { isUp } from '../../runtime/workload.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import { blockedBy, type DockerPlan, planOf, planStop } from '../steps.ts';
import type { DockerOperation } from './operation.ts';

/** The data is copied from a source whose daemon is down, proven by a daemon that is cut off from its peers, and only then used. */
export const seed: DockerOperation = {
  kind: 'seed',
  planContainer({ main, desired, observed: { seed: seen }, record }) {
    const asked = desiredOperation(desired, 'seed');
    const { seed: recorded } = record.operations;
    if (asked === undefined)
      return recorded?.stage === 'copying' || recorded?.stage === 'waiting' ? blockedBy(abandoned) : null;
    if (!['created', 'exited', 'running'].includes(main.status)) return null;
    const { from } = asked.params;
    const copy = { operationId: asked.id, from };
    const up = isUp(main);
    switch (recorded?.stage) {
      case undefined:
        // An agent that lost its store: what is complete was copied before.
        if (up || seen == null || seen.isComplete) return null;
        return seen.source === 'absent'
          ? blockedBy(absent(from))
          : planOf({ kind: 'reserve-source', ...copy, why: 'its chain data is to be a copy of another node’s' });
      case 'copying':
        if (up || seen == null) return null;
        if (seen.source === 'absent') return blockedBy(absent(from));
        if (seen.source === 'up') {
          const waitsFor = `the daemon of ${from} ends gently, so that its data can be copied`;
          return { steps: [], blocked: null, waitsFor };
        }
        return planOf({ kind: 'copy-data', ...copy, why: `the node begins with a copy of the chain data of ${from}` });
      case 'waiting':
        return desired.restartCounter <= (recorded?.restartCounter ?? 0)
          ? blockedBy(`${recorded?.reason}; the source runs again; request a restart of this node to try again`)
          : planOf({ kind: 'reserve-source', ...copy, why: 'a restart was requested after a copy that failed' });
      case 'copied':
        return up
          ? planOf({ kind: 'verify-data', ...copy, why: 'the copy is proven before the daemon may talk to its peers' })
          : start(main, 'the copied data is to be proven, without peers');
      case 'verified':
        return up ? planOf(...planStop(main, proven)) : start(main, proven);
      default:
        return null;
    }
  },
};

const abandoned = 'its copy is not complete, and is not requested any more; delete this node';

const proven = 'the copied data is proven, and the daemon may talk to its peers';

const start = (main: ObservedContainer, why: string): DockerPlan =>
  planOf({ kind: 'start-container', containerId: main.id, was: main.startedAt, why });

const absent = (from: string): string =>
  `the chain data of node ${from}, which this one is to be a copy of, is not on this host any more; delete this node, and create one without it`;
