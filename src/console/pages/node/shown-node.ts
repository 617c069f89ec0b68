import type { NodePageQuery } from './operations.generated.ts';

/** A node as its page shows it. */
export type ShownNode = NonNullable<NodePageQuery['node']>;

/** What each tab of a node's page is given. */
export interface TabProps {
  node: ShownNode;
}
