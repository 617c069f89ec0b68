import type { SeedRecord } from '../../runtime/node-record.ts';
import type { StepKind } from '../step-kind.ts';

/** A node starts from a copy of the node `from`. */
export interface Seeding {
  operationId: string;
  from: string;
}

/** Returns the record of a copy at `stage`. */
export const seedAt = ({ operationId: id, from }: Seeding, stage: SeedRecord['stage']) => ({
  operations: { seed: { id, from, stage, reason: null, startedAt: null } },
});

/** The record alone keeps the source's daemon down. */
export const reserveSource: StepKind<'reserve-source', Seeding> = {
  kind: 'reserve-source',
  action: () => 'reserve the chain data of the source node',
  done: () => 'Reserved the chain data of the source node',
  event: 'node.seed-begun',
  apply: async () => undefined,
  finish: (step) => ({ change: seedAt(step, 'copying') }),
};
