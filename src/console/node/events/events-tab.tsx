import { eventColumns } from '../../events/columns.tsx';
import { EventRows } from '../../events/event-rows.tsx';
import type { TabProps } from '../shown-node.ts';

/** Every event here is of the one node. */
const columns = eventColumns.filter(({ id }) => id !== 'node' && id !== 'executor');

/** What happened to a node, under whatever name it had. */
export const EventsTab = ({ node }: TabProps) => (
  <EventRows filter={{ nodeId: node.id }} columns={columns} emptyText="What this node does will be told here." />
);
