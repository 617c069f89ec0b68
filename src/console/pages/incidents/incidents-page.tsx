import { SegmentedControl } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { NotificationIncidentsDocument } from '../../../client/operations.generated.ts';
import { pageSize, usePages } from '../../api/lists.ts';
import { formatDuration } from '../../display/format.ts';
import type { Column } from '../../display/lists/column.ts';
import { Empty, PagedList } from '../../display/lists/list.tsx';
import { RowLink } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page.tsx';
import { Time } from '../../display/time.tsx';
import type { IncidentStatus } from '../addresses.ts';
import type { Incident } from './before.ts';
import { Severity, Subject } from './incident-parts.tsx';

const route = getRouteApi('/shell/incidents');

const choices: { value: IncidentStatus; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
];

export function IncidentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const shown = search.status ?? 'open';
  const status = shown === 'all' ? null : shown;
  const pages = usePages(NotificationIncidentsDocument, {
    variables: (cursor) => ({ status, page: { take: pageSize, cursor } }),
    pageOf: ({ notificationIncidents }) => notificationIncidents,
    shows: ['incident'],
  });
  return (
    <>
      <PageHeader title="Incidents" about="Opened and closed automatically.">
        <SegmentedControl
          aria-label="Status"
          data={choices}
          value={shown}
          onChange={(value) =>
            void navigate({ search: value === 'open' ? {} : { status: value as IncidentStatus }, replace: true })
          }
        />
      </PageHeader>
      <PagedList
        pages={pages}
        label="Incidents"
        columns={incidentColumns}
        empty={
          <Empty icon={IconCircleCheck} title={status === 'open' ? 'No open incidents' : 'No incidents'}>
            Alert rules monitor hosts, nodes, disks, keys and webhooks.
          </Empty>
        }
      />
    </>
  );
}

const incidentColumns: readonly Column<Incident>[] = [
  { id: 'severity', label: 'Severity', width: '92px', cell: ({ severity }) => <Severity severity={severity} /> },
  {
    id: 'message',
    leads: true,
    label: 'Problem',
    width: 4,
    cell: ({ id, message }) => (
      <RowLink to={`/incidents/${id}`} title={message} isMessage>
        {message}
      </RowLink>
    ),
  },
  { id: 'subject', label: 'Affected', isForWide: true, cell: (incident) => <Subject {...incident} /> },
  { id: 'openedAt', label: 'Opened', width: '92px', cell: ({ openedAt }) => <Time at={openedAt} /> },
  {
    id: 'duration',
    label: 'Duration',
    width: '100px',
    isForWide: true,
    cell: ({ status, durationSeconds }) => (status === 'open' ? 'ongoing' : formatDuration(durationSeconds)),
  },
  {
    id: 'acknowledged',
    label: 'Acknowledged',
    width: '130px',
    isForWide: true,
    cell: ({ acknowledgedAt }) => (acknowledgedAt == null ? '–' : <Time at={acknowledgedAt} />),
  },
];
