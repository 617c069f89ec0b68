import { loadNodeRecord } from '../../node/record-store.ts';
import { refused } from '../../runtime/runtime-error.ts';
import type { StepKind } from '../step-kind.ts';
import { operationOf, type Seeding, seedAt } from './seeding.ts';

/** Reserves the source of a copy: the record of this step alone keeps the source's daemon down. */
export const reserveSource: StepKind<'reserve-source', Seeding> = {
  kind: 'reserve-source',
  operationOf,
  texts: () => ['reserve the chain data of the source node', 'Reserved the chain data of the source node'],
  event: 'node.seed_begun',
  async apply({ from }, { database }) {
    // A copy has one chain state, and would begin at height 0.
    const problem = loadNodeRecord(database, from)?.problems.find(({ code }) => code === 'validating_snapshot');
    if (problem !== undefined)
      throw refused(`node ${from} cannot be copied yet: ${problem.reason}; wait until the history is validated`);
  },
  finish: (step) => ({ change: seedAt(step, 'copying') }),
};
