import type { NodePageQuery } from './operations.generated.ts';

export type ShownNode = NonNullable<NodePageQuery['node']>;

/** What each tab of a node's page is given. */
export interface TabProps {
  node: ShownNode;
}
