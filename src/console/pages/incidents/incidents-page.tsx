import { SegmentedControl } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { NotificationIncidentsDocument } from '../../../client/operations.generated.ts';
import { pageSize, usePages } from '../../api/use-api.tsx';
import { formatDuration } from '../../display/format.ts';
import { type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { useAddressChange } from '../../display/lists/filters.tsx';
import { Empty, PagedList } from '../../display/lists/list.tsx';
import { RowLink } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page.tsx';
import { Time } from '../../display/text.tsx';
import type { Incident } from './before.ts';
import { Severity, Subject } from './incident-parts.tsx';

const choices = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
];

export function IncidentsPage() {
  const { status: shown = 'open' as const } = useSearch({ from: '/shell/incidents' });
  const change = useAddressChange();
  const status = shown === 'all' ? null : shown;
  const variables = (cursor: string | null) => ({ status, page: { take: pageSize, cursor } });
  const pages = usePages(NotificationIncidentsDocument, variables, ['incident']);
  return (
    <>
      <PageHeader title="Incidents" about="Opened and closed automatically.">
        <SegmentedControl
          aria-label="Status"
          data={choices}
          value={shown}
          onChange={(value) => change({ status: value === 'open' ? undefined : value })}
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
  { label: 'Severity', width: '92px', cell: ({ severity }) => <Severity severity={severity} /> },
  leadColumn('Problem', 4, ({ id, message }) => (
    <RowLink to={`/incidents/${id}`} title={message} isMessage>
      {message}
    </RowLink>
  )),
  { label: 'Affected', isForWide: true, cell: (incident) => <Subject {...incident} /> },
  { label: 'Opened', width: '92px', cell: ({ openedAt }) => <Time at={openedAt} /> },
  wideColumn('Duration', '100px', ({ status, durationSeconds }) =>
    status === 'open' ? 'ongoing' : formatDuration(durationSeconds),
  ),
  wideColumn('Acknowledged', '130px', ({ acknowledgedAt }) =>
    acknowledgedAt == null ? '–' : <Time at={acknowledgedAt} />,
  ),
];
