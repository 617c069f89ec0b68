import { desiredOperation } from '../../desired/desired-entry.ts';
import { isUp } from '../../runtime/workload.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import { blockedBy, type DockerPlan, planOf, planStop } from '../steps.ts';
import type { DockerOperation } from './operation.ts';

/** Copies data from a source whose daemon is down, verifies it with a daemon without peers, and only then uses it. */
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
    const startsFromCopy = `the node starts from a copy of the chain data of node ${from}`;
    const up = isUp(main);
    switch (recorded?.stage) {
      case undefined:
        // An agent that lost its store: complete data was copied earlier.
        if (up || seen == null || seen.isComplete) return null;
        return seen.source === 'absent'
          ? blockedBy(absent(from))
          : planOf({ kind: 'reserve-source', ...copy, why: startsFromCopy });
      case 'copying':
        if (up || seen == null) return null;
        if (seen.source === 'absent') return blockedBy(absent(from));
        if (seen.source === 'down') return planOf({ kind: 'copy-data', ...copy, why: startsFromCopy });
        return { ...planOf(), waitsFor: `the daemon of node ${from} must stop before its data can be copied` };
      case 'waiting':
        return desired.restartCounter <= (recorded?.restartCounter ?? 0)
          ? blockedBy(`${recorded?.reason}. The source node is running again. Restart this node to retry the copy`)
          : planOf({ kind: 'reserve-source', ...copy, why: 'a restart was requested after a failed copy' });
      case 'copied':
        return up
          ? planOf({ kind: 'verify-data', ...copy, why: 'the copy is verified before the daemon connects to peers' })
          : start(main, 'verify the copied data without peers');
      case 'verified':
        return up ? planOf(...planStop(main, proven)) : start(main, proven);
      default:
        return null;
    }
  },
};

const abandoned = 'the copy of its chain data is incomplete and no longer requested; delete this node';

const proven = 'the copied data is verified; connecting to peers';

const start = (main: ObservedContainer, why: string): DockerPlan =>
  planOf({ kind: 'start-container', containerId: main.id, was: main.startedAt, why });

const absent = (from: string): string =>
  `the chain data of source node ${from} is no longer on this host; delete this node and create one without a source`;
