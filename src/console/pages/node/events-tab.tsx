import { EventRows } from '../events/event-rows.tsx';
import type { TabProps } from './shown-node.ts';

/** The events of a node, across renames. */
export const EventsTab = ({ node }: TabProps) => (
  <EventRows filter={{ nodeId: node.id }} isOfOneNode emptyText="No events for this node yet." />
);
