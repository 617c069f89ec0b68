import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import { isUp } from '../../runtime/workload.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import type { SeedObservation } from '../observe.ts';
import { blockedBy, type DockerPlan, planOf, planStop } from '../steps.ts';

/**
 * Plans how a node comes to its data: copied from a source whose daemon is down, proven by a daemon that is cut off from its peers, and only
 * then used. Null where that is done, or was never to be. Pure.
 */
export function planSeed(
  main: ObservedContainer,
  { seedFrom: from, restartCounter }: Pick<DesiredNode, 'seedFrom' | 'restartCounter'>,
  observation: SeedObservation | null | undefined,
  { seed }: Pick<NodeRecord, 'seed'>,
): DockerPlan | null {
  if (!from || seed?.state === 'done') return null;
  const up = isUp(main);
  switch (seed?.state) {
    case undefined:
      // An agent that lost its store: what is complete was copied before.
      if (up || observation == null || observation.isComplete) return null;
      return observation.source === 'absent'
        ? blockedBy(absent(from))
        : planOf({ kind: 'reserve-source', from, why: 'its chain data is to be a copy of another node’s' });
    case 'copying':
      if (up || observation == null) return null;
      if (observation.source === 'absent') return blockedBy(absent(from));
      if (observation.source === 'up')
        return {
          steps: [],
          blocked: null,
          waitsFor: `the daemon of ${from} ends gently, so that its data can be copied`,
        };
      return planOf({ kind: 'copy-data', from, why: `the node begins with a copy of the chain data of ${from}` });
    case 'failed':
      if (restartCounter <= seed.restartCounter)
        return blockedBy(`${seed.reason}; the source runs again; request a restart of this node to try again`);
      return planOf({ kind: 'reserve-source', from, why: 'a restart was requested after a copy that failed' });
    case 'copied':
      return up
        ? planOf({ kind: 'verify-data', from, why: 'the copy is proven before the daemon may talk to its peers' })
        : start(main, 'the copied data is to be proven, without peers');
    case 'verified':
      return up ? planOf(...planStop(main, proven)) : start(main, proven);
  }
}

const proven = 'the copied data is proven, and the daemon may talk to its peers';

const start = (main: ObservedContainer, why: string): DockerPlan =>
  planOf({ kind: 'start-container', containerId: main.id, was: main.startedAt, why });

const absent = (from: string): string =>
  `the chain data of node ${from}, which this one is to be a copy of, is not on this host any more; delete this node, and create one without it`;
