import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ForeignText } from '../display/foreign-text.tsx';
import { Tone } from '../display/phase.tsx';
import type { Column } from '../display/rows.tsx';
import { Time } from '../display/time.tsx';
import type { EventListQuery } from './operations.generated.ts';

export type EventRow = NonNullable<EventListQuery['events']>['nodes'][number];

const tones = { info: 'idle', warning: 'warning', error: 'bad' } as const;

/** The columns of a list of events. */
export const eventColumns: readonly Column<EventRow>[] = [
  { id: 'at', label: 'When', width: '110px', cell: ({ at }) => <Time at={at} /> },
  { id: 'level', label: 'Level', width: '84px', cell: ({ level }) => <Tone tone={tones[level]}>{level}</Tone> },
  {
    id: 'message',
    label: 'What',
    leads: true,
    width: 'minmax(0, 4fr)',
    cell: ({ message }) => (
      <span title={message}>
        <ForeignText>{message}</ForeignText>
      </span>
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
        <Anchor component={Link} to="/nodes/$nodeId" params={{ nodeId } as never} fz="sm">
          <ForeignText>{nodeName}</ForeignText>
        </Anchor>
      ),
  },
  {
    id: 'executor',
    label: 'Executor',
    isForWide: true,
    cell: ({ executorName }) => (executorName == null ? '–' : <ForeignText>{executorName}</ForeignText>),
  },
];
