import type { DockerPlan } from '../steps.ts';
import { move } from './move.ts';
import type { DockerOperation } from './operation.ts';
import { reindex } from './reindex.ts';
import { seed } from './seed.ts';

const operations: readonly DockerOperation[] = [move, seed, reindex];

/** Returns the first plan of any operation; null without one. */
export const firstPlan = (plan: (operation: DockerOperation) => DockerPlan | null | undefined): DockerPlan | null =>
  operations
    .values()
    .map(plan)
    .find((found) => found != null) ?? null;
