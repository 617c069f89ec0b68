import { UnstyledButton } from '@mantine/core';
import type { Column } from '../../display/lists/column.ts';
import { RowLink } from '../../display/lists/row-link.tsx';
import { ForeignText, MessageText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { Tone } from '../../display/values/tone.tsx';
import type { EventListQuery } from './operations.generated.ts';

export type EventRow = NonNullable<EventListQuery['events']>['nodes'][number];

const tones = { info: 'idle', warning: 'warning', error: 'bad' } as const;

/** The columns of a list of events; `open` shows all of one. */
export const eventColumns = (open: (event: EventRow) => void): readonly Column<EventRow>[] => [
  { id: 'at', label: 'When', width: '92px', cell: ({ at }) => <Time at={at} /> },
  { id: 'level', label: 'Level', width: '76px', cell: ({ level }) => <Tone tone={tones[level]}>{level}</Tone> },
  {
    id: 'message',
    label: 'What',
    leads: true,
    width: 'minmax(0, 4fr)',
    cell: (event) => (
      <UnstyledButton fz="sm" className="message" title={event.message} onClick={() => open(event)}>
        <MessageText>{event.message}</MessageText>
      </UnstyledButton>
    ),
  },
  { id: 'kind', label: 'Kind', width: '170px', isForWide: true, cell: ({ kind }) => <ForeignText>{kind}</ForeignText> },
  {
    id: 'node',
    label: 'Node',
    cell: ({ nodeId, nodeName }) =>
      nodeName == null ? (
        '–'
      ) : nodeId == null ? (
        <ForeignText>{nodeName}</ForeignText>
      ) : (
        <RowLink to={`/nodes/${nodeId}`}>{nodeName}</RowLink>
      ),
  },
  {
    id: 'executor',
    label: 'Executor',
    isForWide: true,
    cell: ({ executorName }) => (executorName == null ? '–' : <ForeignText>{executorName}</ForeignText>),
  },
];
