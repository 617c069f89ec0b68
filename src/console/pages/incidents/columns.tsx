import type { Column } from '../../display/lists/column.ts';
import { RowLink } from '../../display/lists/row-link.tsx';
import { formatDuration } from '../../display/values/duration.ts';
import { Time } from '../../display/values/time.tsx';
import type { IncidentFieldsFragment } from './operations.generated.ts';
import { Severity } from './severity.tsx';
import { Subject } from './subject.tsx';

export const incidentColumns: readonly Column<IncidentFieldsFragment>[] = [
  { id: 'severity', label: 'Severity', width: '92px', cell: ({ severity }) => <Severity severity={severity} /> },
  {
    id: 'message',
    leads: true,
    label: 'What is the matter',
    width: 'minmax(0, 4fr)',
    cell: ({ id, message }) => (
      <RowLink to={`/incidents/${id}`} title={message} isMessage>
        {message}
      </RowLink>
    ),
  },
  { id: 'subject', label: 'About', isForWide: true, cell: (incident) => <Subject {...incident} /> },
  { id: 'openedAt', label: 'Opened', width: '92px', cell: ({ openedAt }) => <Time at={openedAt} /> },
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
