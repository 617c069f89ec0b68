import type { SeedRecord } from '../../runtime/node-record.ts';

/** A node starts from a copy of the node `from`. */
export interface Seeding {
  operationId: string;
  from: string;
}

/** The record of a copy at a stage. */
export const seedAt = ({ operationId: id, from }: Seeding, stage: SeedRecord['stage']) => ({
  operations: { seed: { id, from, stage, reason: null, startedAt: null } },
});

/** The operation that a step of a copy belongs to. */
export const operationOf = ({ operationId }: Seeding): string => operationId;
