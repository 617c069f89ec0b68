import { IconTimelineEvent } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { EventFilterInput } from '../../../contract/types.generated.ts';
import { pageSize, usePages } from '../../api/use-pages.ts';
import { SidePanel } from '../../display/dialogs/side-panel.tsx';
import { Nothing } from '../../display/lists/nothing.tsx';
import { PagedList } from '../../display/lists/paged-list.tsx';
import { type EventRow, eventColumns } from './columns.tsx';
import { EventDetails } from './event-details.tsx';
import { EventListDocument } from './operations.generated.ts';

interface EventRowsProps {
  filter: EventFilterInput;
  /** What is told where nothing fits. */
  emptyText: string;
  /** Every event is of the one node. Default: false. */
  isOfOneNode?: boolean;
}

/** The events that fit, newest first; new ones come by themselves, older ones with the scrolling. */
export function EventRows({ filter, emptyText, isOfOneNode = false }: EventRowsProps) {
  const [opened, setOpened] = useState<EventRow | null>(null);
  const columns = useMemo(
    () => eventColumns(setOpened).filter(({ id }) => !isOfOneNode || (id !== 'node' && id !== 'executor')),
    [isOfOneNode],
  );
  const pages = usePages(EventListDocument, {
    variables: (cursor) => ({ filter: { ...filter, take: pageSize, cursor } }),
    pageOf: ({ events }) => events,
    shows: ['event'],
  });
  return (
    <>
      <PagedList
        pages={pages}
        label="Events"
        columns={columns}
        rowHeight={40}
        empty={
          <Nothing icon={IconTimelineEvent} title="No events">
            {emptyText}
          </Nothing>
        }
      />
      <SidePanel title="Event" isOpen={opened !== null} onClose={() => setOpened(null)}>
        {opened !== null && <EventDetails event={opened} />}
      </SidePanel>
    </>
  );
}
