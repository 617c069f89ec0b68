import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import { isUp } from '../../runtime/workload.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import type { DockerPlan } from '../step.ts';

/** What is true of the data that a node is to be seeded with. */
export interface SeedObservation {
  /** Whether the data of the source is on this host, and whether a daemon may have it open. */
  source: 'absent' | 'up' | 'down';
  /** Whether the node's own data is complete: the copy ends with its marker. */
  isComplete: boolean;
}

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
        ? blocked(absent(from))
        : steps({ kind: 'reserve-source', from, why: 'its chain data is to be a copy of another node’s' });
    case 'copying':
      if (up || observation == null) return null;
      if (observation.source === 'absent') return blocked(absent(from));
      if (observation.source === 'up')
        return {
          steps: [],
          blocked: null,
          waitsFor: `the daemon of ${from} ends gently, so that its data can be copied`,
        };
      return steps({ kind: 'copy-data', from, why: `the node begins with a copy of the chain data of ${from}` });
    case 'failed':
      if (restartCounter <= seed.restartCounter)
        return blocked(`${seed.reason}; the source runs again; request a restart of this node to try again`);
      return steps({ kind: 'reserve-source', from, why: 'a restart was requested after a copy that failed' });
    case 'copied':
      return up
        ? steps({ kind: 'verify-data', from, why: 'the copy is proven before the daemon may talk to its peers' })
        : start(main, 'the copied data is to be proven, without peers');
    case 'verified':
      return up
        ? steps({ kind: 'stop-container', containerId: main.id, why: proven, cause: proven })
        : start(main, proven);
  }
}

const proven = 'the copied data is proven, and the daemon may talk to its peers';

const steps = (step: DockerPlan['steps'][number]): DockerPlan => ({ steps: [step], blocked: null });

const start = (main: ObservedContainer, why: string): DockerPlan =>
  steps({ kind: 'start-container', containerId: main.id, was: main.startedAt, why });

const blocked = (why: string): DockerPlan => ({ steps: [], blocked: why });

const absent = (from: string): string =>
  `the chain data of node ${from}, which this one is to be a copy of, is not on this host any more; delete this node, and create one without it`;
