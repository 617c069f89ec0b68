import type { NodePageQuery } from './operations.generated.ts';

export type ShownNode = NonNullable<NodePageQuery['node']>;

export interface TabProps {
  node: ShownNode;
}
