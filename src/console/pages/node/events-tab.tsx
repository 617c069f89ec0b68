import { EventRows } from '../events/event-rows.tsx';
import type { TabProps } from './shown-node.ts';

/** What happened to a node, under whatever name it had. */
export const EventsTab = ({ node }: TabProps) => (
  <EventRows filter={{ nodeId: node.id }} isOfOneNode emptyText="What this node does will be told here." />
);
