import type { NodeListQuery } from './operations.generated.ts';

/** A node as the list shows one. */
export type NodeRow = NonNullable<NodeListQuery['nodes']>[number];
