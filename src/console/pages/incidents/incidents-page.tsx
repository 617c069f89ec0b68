import { SegmentedControl } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { pageSize, usePages } from '../../api/use-pages.ts';
import { Nothing } from '../../display/lists/nothing.tsx';
import { PagedList } from '../../display/lists/paged-list.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { incidentColumns } from './columns.tsx';
import { IncidentListDocument } from './operations.generated.ts';
import { type ShownStatus, statusOf } from './search.ts';

const route = getRouteApi('/shell/incidents');

const choices: { value: ShownStatus; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
];

/** What needs attention, and what needed it. */
export function IncidentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const status = statusOf(search);
  const pages = usePages(IncidentListDocument, {
    variables: (cursor) => ({ status, page: { take: pageSize, cursor } }),
    pageOf: ({ notificationIncidents }) => notificationIncidents,
    shows: ['incident'],
  });
  return (
    <>
      <PageHeader title="Incidents" about="They open and close by themselves, as what they are about comes and goes.">
        <SegmentedControl
          aria-label="Which incidents"
          data={choices}
          value={search.status ?? 'open'}
          onChange={(value) =>
            void navigate({ search: value === 'open' ? {} : { status: value as ShownStatus }, replace: true })
          }
        />
      </PageHeader>
      <PagedList
        pages={pages}
        label="Incidents"
        columns={incidentColumns}
        empty={
          <Nothing icon={IconCircleCheck} title={status === 'open' ? 'Nothing needs attention' : 'No incident'}>
            Rules watch over executors, nodes, disks, keys and webhooks.
          </Nothing>
        }
      />
    </>
  );
}
