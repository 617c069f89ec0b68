import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconTimelineEvent } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { EventsDocument, type EventsQuery } from '../../../client/operations.generated.ts';
import { eventColumns } from '../../../contract/exports.ts';
import { maxPageSize } from '../../../contract/limits.ts';
import { useApi, usePages } from '../../api/use-api.tsx';
import { SidePanel } from '../../display/dialogs.tsx';
import { Facts } from '../../display/facts.tsx';
import { type Column, leadColumn } from '../../display/lists/column.ts';
import { ChoiceFilter, TextFilter } from '../../display/lists/filters.tsx';
import { Empty, PagedList } from '../../display/lists/list.tsx';
import { RowLink, toneColumn } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText, MessageText, Time } from '../../display/text.tsx';
import { eventLevels, given } from '../addresses.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { RangeControl } from '../time-range/range-control.tsx';
import { useRange } from '../time-range/use-range.ts';

export function EventsPage() {
  const { find: search, level, node: nodeName, executor: executorName, kind } = useSearch({ from: '/shell/events' });
  const api = useApi();
  const range = useRange();
  const [opened, setOpened] = useState<EventRow>();
  const columns = useMemo(() => columnsOf(setOpened), []);
  const filter = given({ search, level: level && [level], nodeName, executorName, kind });
  const isFiltered = Object.keys(filter).length > 0 || !range.isAny;
  return (
    <>
      <PageHeader title="Events" about="Activity of nodes and hosts.">
        <ExportMenu
          what="events"
          columns={eventColumns}
          rows={(signal) =>
            api.client.pages(
              EventsDocument,
              { filter: { ...filter, ...range.bounds(), take: maxPageSize } },
              { signal },
            )
          }
        />
      </PageHeader>
      <Group mb="sm">
        <RangeControl />
      </Group>
      <Group mb="sm" gap="xs">
        <TextFilter label="Search" field="find" />
        <ChoiceFilter label="Level" field="level" values={eventLevels} />
        <TextFilter label="Node" field="node" />
        <TextFilter label="Host" field="executor" />
        <TextFilter label="Kind" field="kind" />
      </Group>
      <PagedList
        pages={usePages(EventsDocument, { filter }, ['event'], range)}
        label="Events"
        columns={columns}
        rowHeight={40}
        empty={
          <Empty icon={IconTimelineEvent} title="No events">
            {isFiltered
              ? 'No matching events. Node, Host and Kind need an exact name; Search finds part of a text.'
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

const columnsOf = (open: (event: EventRow) => void): readonly Column<EventRow>[] => [
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
