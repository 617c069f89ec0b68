import type { SeedRecord } from '../../runtime/node-record.ts';
import type { StepKind } from '../step-kind.ts';

/** A node becomes a copy of the node `from`. */
export interface Seeding {
  operationId: string;
  from: string;
}

/** The record of a copy that has come to `stage`. Pure. */
export const seedAt = ({ operationId: id, from }: Seeding, stage: SeedRecord['stage']) => ({
  operations: { seed: { id, from, stage, reason: null, startedAt: null } },
});

/** Only the record that it leaves holds the source's daemon down. */
export const reserveSource: StepKind<'reserve-source', Seeding> = {
  kind: 'reserve-source',
  action: () => 'ask for the chain data of another node',
  done: () => 'Asked for the chain data of another node',
  event: 'node.seed-begun',
  apply: async () => undefined,
  finish: (step) => ({ change: seedAt(step, 'copying') }),
};
