import { EmptyState } from '@mantine/core';
import { IconTimelineEvent } from '@tabler/icons-react';
import type { EventFilterInput } from '../../contract/types.generated.ts';
import { pageSize, usePages } from '../api/use-pages.ts';
import { QueryView } from '../display/query-view.tsx';
import { type Column, Rows } from '../display/rows.tsx';
import { type EventRow, eventColumns } from './columns.tsx';
import { EventListDocument } from './operations.generated.ts';

interface EventRowsProps {
  filter: EventFilterInput;
  /** What is told where nothing fits. */
  emptyText: string;
  columns?: readonly Column<EventRow>[];
}

/** The events that fit, newest first; new ones come by themselves, older ones with the scrolling. */
export function EventRows({ filter, emptyText, columns = eventColumns }: EventRowsProps) {
  const { query, fetchMore } = usePages(EventListDocument, {
    variables: (cursor) => ({ filter: { ...filter, take: pageSize, cursor } }),
    pageOf: ({ events }) => events,
    shows: ['event'],
  });
  return (
    <QueryView query={query} height={320}>
      {(rows) => (
        <Rows
          label="Events"
          rows={rows}
          columns={columns}
          keyOf={({ id }) => id}
          rowHeight={40}
          onEnd={fetchMore}
          empty={
            <EmptyState
              py="xl"
              icon={<IconTimelineEvent size={32} aria-hidden />}
              title="No events"
              description={emptyText}
            />
          }
        />
      )}
    </QueryView>
  );
}
