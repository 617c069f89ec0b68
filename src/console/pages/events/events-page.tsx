import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { FilterChoice } from '../../display/lists/filter-choice.tsx';
import { FilterText } from '../../display/lists/filter-text.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { useAddressChange } from '../../display/use-address-change.ts';
import { EventRows } from './event-rows.tsx';
import { type EventsSearch, eventsFilter, levels } from './search.ts';

const route = getRouteApi('/shell/events');

/** What happened to nodes and executors, as it happens. */
export function EventsPage() {
  const search = route.useSearch();
  const change = useAddressChange<EventsSearch>();
  const filter = eventsFilter(search);
  return (
    <>
      <PageHeader title="Events" about="What happened to nodes and executors. New ones appear by themselves." />
      <Group mb="sm" gap="xs">
        <FilterChoice label="Level" values={levels} value={search.level} onChange={(level) => change({ level })} />
        <FilterText label="Node" value={search.node} onChange={(node) => change({ node })} />
        <FilterText label="Executor" value={search.executor} onChange={(executor) => change({ executor })} />
        <FilterText label="Kind" value={search.kind} onChange={(kind) => change({ kind })} />
      </Group>
      <EventRows
        filter={filter}
        emptyText={
          Object.keys(filter).length > 0
            ? 'No matching events. Filters need an exact name or kind.'
            : 'What executors and nodes do will be told here.'
        }
      />
    </>
  );
}
