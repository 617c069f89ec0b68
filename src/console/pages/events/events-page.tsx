import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { FilterChoice, FilterText, useAddressChange } from '../../display/lists/filters.tsx';
import { PageHeader } from '../../display/page.tsx';
import { type EventsSearch, eventLevels, given } from '../addresses.ts';
import { EventRows } from './event-rows.tsx';

const route = getRouteApi('/shell/events');

export function EventsPage() {
  const search = route.useSearch();
  const change = useAddressChange<EventsSearch>();
  const { level, node: nodeName, executor: executorName, kind } = search;
  const filter = given({ level, nodeName, executorName, kind });
  return (
    <>
      <PageHeader title="Events" about="Live activity of nodes and hosts." />
      <Group mb="sm" gap="xs">
        <FilterChoice
          label="Level"
          values={eventLevels}
          value={search.level}
          onChange={(chosen) => change({ level: chosen })}
        />
        <FilterText label="Node" value={search.node} onChange={(node) => change({ node })} />
        <FilterText label="Host" value={search.executor} onChange={(executor) => change({ executor })} />
        <FilterText label="Kind" value={search.kind} onChange={(text) => change({ kind: text })} />
      </Group>
      <EventRows
        filter={filter}
        emptyText={
          Object.keys(filter).length > 0
            ? 'No matching events. Filters need an exact name or kind.'
            : 'Activity of hosts and nodes appears here.'
        }
      />
    </>
  );
}
