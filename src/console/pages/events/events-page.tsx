import { Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { ChoiceFilter, TextFilter } from '../../display/lists/filters.tsx';
import { PageHeader } from '../../display/page.tsx';
import { eventLevels, given } from '../addresses.ts';
import { EventRows } from './event-rows.tsx';

export function EventsPage() {
  const { level, node: nodeName, executor: executorName, kind } = useSearch({ from: '/shell/events' });
  const filter = given({ level, nodeName, executorName, kind });
  return (
    <>
      <PageHeader title="Events" about="Live activity of nodes and hosts." />
      <Group mb="sm" gap="xs">
        <ChoiceFilter label="Level" field="level" values={eventLevels} />
        <TextFilter label="Node" field="node" />
        <TextFilter label="Host" field="executor" />
        <TextFilter label="Kind" field="kind" />
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
