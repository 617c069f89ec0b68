import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDuration } from '../display/duration.ts';
import { ForeignText } from '../display/foreign-text.tsx';
import type { Column } from '../display/rows.tsx';
import { Time } from '../display/time.tsx';
import type { IncidentFieldsFragment } from './operations.generated.ts';
import { Severity } from './severity.tsx';
import { Subject } from './subject.tsx';

/** The columns of the list of incidents. */
export const incidentColumns: readonly Column<IncidentFieldsFragment>[] = [
  { id: 'severity', label: 'Severity', width: '92px', cell: ({ severity }) => <Severity severity={severity} /> },
  {
    id: 'message',
    leads: true,
    label: 'What is the matter',
    width: 'minmax(0, 4fr)',
    cell: ({ id, message }) => (
      <Anchor component={Link} to="/incidents/$incidentId" params={{ incidentId: id } as never} fz="sm" title={message}>
        <ForeignText>{message}</ForeignText>
      </Anchor>
    ),
  },
  { id: 'subject', label: 'About', isForWide: true, cell: (incident) => <Subject {...incident} /> },
  { id: 'openedAt', label: 'Opened', width: '110px', cell: ({ openedAt }) => <Time at={openedAt} /> },
  {
    id: 'duration',
    label: 'Lasted',
    width: '100px',
    isForWide: true,
    cell: ({ status, durationSeconds }) => (status === 'open' ? 'still open' : formatDuration(durationSeconds)),
  },
  {
    id: 'acknowledged',
    label: 'Acknowledged',
    width: '130px',
    isForWide: true,
    cell: ({ acknowledgedAt }) => (acknowledgedAt == null ? '–' : <Time at={acknowledgedAt} />),
  },
];
