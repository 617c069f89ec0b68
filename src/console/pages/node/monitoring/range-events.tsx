import { Text } from '@mantine/core';
import type { Column } from '../../../display/lists/column.ts';
import { Rows } from '../../../display/lists/rows.tsx';
import { Panel } from '../../../display/panel.tsx';
import { ForeignText } from '../../../display/values/foreign-text.tsx';
import { Time } from '../../../display/values/time.tsx';
import { Tone } from '../../../display/values/tone.tsx';
import type { NodeHistoryEventsQuery } from './operations.generated.ts';

type RangeEvent = NonNullable<NodeHistoryEventsQuery['events']>['nodes'][number];

const tones = { info: 'idle', warning: 'warning', error: 'bad' } as const;

const columns: readonly Column<RangeEvent>[] = [
  { id: 'at', label: 'When', width: '110px', cell: ({ at }) => <Time at={at} /> },
  { id: 'level', label: 'Level', width: '84px', cell: ({ level }) => <Tone tone={tones[level]}>{level}</Tone> },
  {
    id: 'message',
    leads: true,
    label: 'What',
    width: 'minmax(0, 3fr)',
    cell: ({ message }) => (
      <span title={message} className="message">
        <ForeignText>{message}</ForeignText>
      </span>
    ),
  },
];

/** The events of the charts' time range. The charts mark the warnings and errors among them. */
export function RangeEvents({ events }: { events: readonly RangeEvent[] }) {
  return (
    <Panel title="Events in this time">
      {events.length === 0 ? (
        <Text variant="hint">Nothing happened.</Text>
      ) : (
        <Rows
          label="Events"
          rows={events}
          columns={columns}
          keyOf={({ id }) => id}
          rowHeight={40}
          maxHeight="320px"
          empty=""
        />
      )}
    </Panel>
  );
}
