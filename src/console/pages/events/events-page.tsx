import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconTimelineEvent } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { EventsDocument, type EventsQuery } from '../../../client/operations.generated.ts';
import { usePages } from '../../api/use-api.tsx';
import { SidePanel } from '../../display/dialogs.tsx';
import { Facts } from '../../display/facts.tsx';
import { type Column, leadColumn } from '../../display/lists/column.ts';
import { ChoiceFilter, TextFilter } from '../../display/lists/filters.tsx';
import { Empty, PagedList } from '../../display/lists/list.tsx';
import { RowLink, toneColumn } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText, MessageText, Time } from '../../display/text.tsx';
import { eventLevels, given } from '../addresses.ts';

export function EventsPage() {
  const { level, node: nodeName, executor: executorName, kind } = useSearch({ from: '/shell/events' });
  const [opened, setOpened] = useState<EventRow>();
  const columns = useMemo(() => eventColumns(setOpened), []);
  const filter = given({ level: level && [level], nodeName, executorName, kind });
  return (
    <>
      <PageHeader title="Events" about="Latest activity of nodes and hosts." />
      <Group mb="sm" gap="xs">
        <ChoiceFilter label="Level" field="level" values={eventLevels} />
        <TextFilter label="Node" field="node" />
        <TextFilter label="Host" field="executor" />
        <TextFilter label="Kind" field="kind" />
      </Group>
      <PagedList
        pages={usePages(EventsDocument, { filter }, ['event'])}
        label="Events"
        columns={columns}
        rowHeight={40}
        empty={
          <Empty icon={IconTimelineEvent} title="No events">
            {Object.keys(filter).length > 0
              ? 'No matching events. Filters need an exact name or kind.'
              : 'Activity of hosts and nodes appears here.'}
          </Empty>
        }
      />
      <SidePanel title={() => 'Event'} of={opened} onClose={() => setOpened(undefined)}>
        {(event) => <EventDetails event={event} />}
      </SidePanel>
    </>
  );
}

export type EventRow = NonNullable<EventsQuery['events']>['nodes'][number];

export const eventTones = { info: 'idle', warning: 'warning', error: 'bad' } as const;

const eventColumns = (open: (event: EventRow) => void): readonly Column<EventRow>[] => [
  { label: 'Time', width: '92px', cell: ({ at }) => <Time at={at} /> },
  toneColumn('Level', '76px', eventTones, ({ level }) => level),
  leadColumn('Message', 4, (event) => (
    <UnstyledButton fz="sm" className="message" title={event.message} onClick={() => open(event)}>
      <MessageText>{event.message}</MessageText>
    </UnstyledButton>
  )),
  {
    label: 'Node',
    cell: ({ nodeId, nodeName }) =>
      nodeId == null || nodeName == null ? (
        <ForeignText>{nodeName ?? '–'}</ForeignText>
      ) : (
        <RowLink to={`/nodes/${nodeId}`}>{nodeName}</RowLink>
      ),
  },
  { label: 'Host', isForWide: true, cell: ({ executorName }) => <ForeignText>{executorName ?? '–'}</ForeignText> },
];

export const EventDetails = ({ event: { at, level, kind, message, nodeName, executorName } }: { event: EventRow }) => (
  <Stack gap="xs">
    <Text>
      <MessageText>{message}</MessageText>
    </Text>
    <Text variant="hint">
      <Time at={at} />
    </Text>
    <Facts facts={{ Level: level, Kind: kind, Node: nodeName, Host: executorName }} />
  </Stack>
);
