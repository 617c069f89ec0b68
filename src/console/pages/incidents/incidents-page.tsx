import { Group, Paper, SegmentedControl, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { NotificationIncidentsDocument } from '../../../client/operations.generated.ts';
import { formatDuration } from '../../../text/format-duration.ts';
import { usePages } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { formatNumber } from '../../display/format.ts';
import { type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { ChoiceFilter, TextFilter, useAddressChange } from '../../display/lists/filters.tsx';
import { Empty, PagedList } from '../../display/lists/list.tsx';
import { RowLink } from '../../display/lists/rows.tsx';
import { PageHeader } from '../../display/page.tsx';
import { TextLink, Time } from '../../display/text.tsx';
import { alertSeverities, given } from '../addresses.ts';
import { RangeControl } from '../time-range/range-control.tsx';
import { isWithin } from '../time-range/time-range.ts';
import { useRange } from '../time-range/use-range.ts';
import type { Incident } from './before.ts';
import { IncidentGroups } from './incident-groups.tsx';
import { Subject } from './incident-parts.tsx';
import { useOpenIncidents } from './open-incidents.ts';
import { Severity } from './severity.tsx';

const choices = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Resolved' },
  { value: 'all', label: 'All' },
];

export function IncidentsPage() {
  const { status = 'open' } = useSearch({ from: '/shell/incidents' });
  const change = useAddressChange();
  return (
    <>
      <PageHeader title="Incidents" about="Alert rules open incidents. They resolve automatically.">
        <SegmentedControl
          aria-label="State"
          data={choices}
          value={status}
          onChange={(value) =>
            change({ status: value === 'open' ? undefined : value, severity: undefined, name: undefined })
          }
        />
      </PageHeader>
      <Group mb="sm">
        <RangeControl />
      </Group>
      {status === 'open' ? <OpenIncidents /> : <IncidentList key={status} status={status} />}
    </>
  );
}

/** The open incidents by rule and cause. */
function OpenIncidents() {
  const { severity, name = '' } = useSearch({ from: '/shell/incidents' });
  const range = useRange();
  const query = useOpenIncidents();
  return (
    <QueryView query={query} height={320}>
      {({ notificationIncidents }) => {
        const open = notificationIncidents?.nodes ?? [];
        const bounds = range.bounds();
        const shown = open.filter(
          (incident) =>
            isWithin(incident.openedAt, bounds) &&
            (severity === undefined || incident.severity === severity) &&
            incident.subjectName.toLowerCase().includes(name.toLowerCase()),
        );
        if (open.length === 0) return <NoIncidents title="No open incidents" />;
        return (
          <>
            <Group mb="sm" gap="xs">
              <ChoiceFilter label="Severity" field="severity" values={alertSeverities} />
              <TextFilter label="Node or host" field="name" />
              <Text variant="hint">
                {shown.length === open.length ? '' : `${formatNumber(shown.length)} of `}
                {formatNumber(open.length)} open
              </Text>
            </Group>
            {shown.length === 0 ? (
              <Text variant="hint">
                No incidents match. <TextLink to="/incidents">Clear filters</TextLink>
              </Text>
            ) : (
              <Paper className="panel" p="md">
                <IncidentGroups incidents={shown} />
              </Paper>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function IncidentList({ status }: { status: 'closed' | 'all' }) {
  const { severity, name: search } = useSearch({ from: '/shell/incidents' });
  const range = useRange();
  const filter = given({ search, severity: severity && [severity] });
  const isFiltered = Object.keys(filter).length > 0 || !range.isAny;
  const none = status === 'closed' ? 'No resolved incidents' : 'No incidents yet';
  const variables = { status: status === 'all' ? null : status, filter };
  return (
    <>
      <Group mb="sm" gap="xs">
        <ChoiceFilter label="Severity" field="severity" values={alertSeverities} />
        <TextFilter label="Search" field="name" />
      </Group>
      <PagedList
        pages={usePages(NotificationIncidentsDocument, variables, ['incident'], range)}
        label="Incidents"
        columns={incidentColumns}
        empty={<NoIncidents title={isFiltered ? 'No matching incidents' : none} />}
      />
    </>
  );
}

const NoIncidents = ({ title }: { title: string }) => (
  <Empty icon={IconCircleCheck} title={title}>
    Alert rules watch nodes, hosts, disks, API keys and webhooks. An incident opens when a problem lasts, and resolves
    when it is gone. <TextLink to="/notifications">Set up where incidents are sent</TextLink>
  </Empty>
);

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
];
