import { Group, Text, UnstyledButton } from '@mantine/core';
import { IconTimelineEvent } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { AuditActionsDocument, EventsDocument } from '../../../../client/operations.generated.ts';
import { actorText } from '../../../../contract/actor-text.ts';
import { usePages } from '../../../api/use-api.tsx';
import { QueryView } from '../../../display/answers.tsx';
import { SidePanel } from '../../../display/dialogs.tsx';
import { type Column, leadColumn } from '../../../display/lists/column.ts';
import { TextFilter } from '../../../display/lists/filters.tsx';
import { Empty } from '../../../display/lists/list.tsx';
import { Rows } from '../../../display/lists/rows.tsx';
import { ForeignText, MessageText, Time, Tone } from '../../../display/text.tsx';
import { given } from '../../addresses.ts';
import { actionWords } from '../../audit/action-words.ts';
import { ActionDetails } from '../../audit/audit-page.tsx';
import { EventDetails, eventTones } from '../../events/events-page.tsx';
import { RangeControl } from '../../time-range/range-control.tsx';
import { useRange } from '../../time-range/use-range.ts';
import type { TabProps } from '../shown-node.ts';
import { type Entry, entryText, mergeActivity } from './activity.ts';

const route = getRouteApi('/shell/nodes/$nodeId');

/** What happened to the node and what people did to it, across renames. */
export function ActivityTab({ node }: TabProps) {
  const { id } = node;
  const { find: search } = route.useSearch();
  const range = useRange();
  const [opened, setOpened] = useState<Entry>();
  const columns = useMemo(() => columnsOf(setOpened), []);
  const events = usePages(EventsDocument, { filter: given({ nodeId: id, search }) }, ['event'], range);
  const ofNode = given({ targetType: 'node', targetId: id, reads: false, search });
  const actions = usePages(AuditActionsDocument, { filter: ofNode }, [{ type: 'node', id }], range);
  const entries = mergeActivity(
    { rows: events.query.data ?? [], hasMore: events.hasMore },
    { rows: actions.query.data ?? [], hasMore: actions.hasMore },
  );
  const fetchMore = () => {
    events.fetchMore?.();
    actions.fetchMore?.();
  };
  return (
    <>
      <Authors node={node} />
      <Group mb="sm" gap="sm">
        <RangeControl />
        <TextFilter label="Search" field="find" />
      </Group>
      <QueryView query={events.query} alongside={[actions.query]} height={320}>
        {() => (
          <Rows
            label="Activity"
            rows={entries}
            columns={columns}
            rowHeight={40}
            onEnd={events.hasMore || actions.hasMore ? fetchMore : undefined}
            empty={
              <Empty icon={IconTimelineEvent} title="No activity">
                {range.isAny && search === undefined
                  ? 'What happens to the node appears here.'
                  : 'Nothing matches the time range and the search.'}
              </Empty>
            }
          />
        )}
      </QueryView>
      <SidePanel
        title={({ action }) => (action ? actionWords(action) : 'Event')}
        of={opened}
        onClose={() => setOpened(undefined)}
      >
        {({ event, action }) => (
          <>
            {event && <EventDetails event={event} />}
            {action && <ActionDetails action={action} />}
          </>
        )}
      </SidePanel>
    </>
  );
}

/** Who created and who last changed the node. */
const Authors = ({ node: { createdAt, createdBy, updatedAt, lastChangedBy } }: TabProps) => (
  <Text variant="hint" mb="xs">
    Created <Time at={createdAt} />
    {createdBy !== null && (
      <>
        {' '}
        by <ForeignText>{actorText(createdBy)}</ForeignText>
      </>
    )}
    {' · '}last changed <Time at={updatedAt} />
    {lastChangedBy !== null && (
      <>
        {' '}
        by <ForeignText>{actorText(lastChangedBy)}</ForeignText>
      </>
    )}
  </Text>
);

const columnsOf = (open: (entry: Entry) => void): readonly Column<Entry>[] => [
  { label: 'Time', width: '92px', cell: ({ at }) => <Time at={at} /> },
  {
    label: 'Level',
    width: '92px',
    cell: ({ event }) => event && <Tone tone={eventTones[event.level]}>{event.level}</Tone>,
  },
  leadColumn('Event', 4, (entry) => (
    <UnstyledButton fz="sm" className="message" title={entryText(entry)} onClick={() => open(entry)}>
      <MessageText>{entryText(entry)}</MessageText>
    </UnstyledButton>
  )),
];
