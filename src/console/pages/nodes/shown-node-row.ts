import type { NodeListQuery } from './operations.generated.ts';

export type NodeRow = NonNullable<NodeListQuery['nodes']>[number];
