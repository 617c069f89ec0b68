import { Alert, Box, Button, Group, List, Stack, Table, Text } from '@mantine/core';
import { IconServerCog } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  AuditActionsDocument,
  ExecutorOffersDocument,
  type ExecutorOffersQuery,
  RecoverExecutorDocument,
} from '../../../client/operations.generated.ts';
import { withState } from '../../../contract/lifecycle-words.ts';
import type { ExecutorOrderByInput } from '../../../contract/types.generated.ts';
import { useApi, useApiQuery, useWholeList } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { ConfirmButton, DialogButton } from '../../display/dialogs.tsx';
import { formatBytes, formatCount, formatNumber } from '../../display/format.ts';
import { type Column, wideColumn } from '../../display/lists/column.ts';
import { ChoiceFilter, TextFilter, useSorting } from '../../display/lists/filters.tsx';
import { Empty } from '../../display/lists/list.tsx';
import { nameColumn, Rows } from '../../display/lists/rows.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { ForeignText, TextLink, Time, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { contains, equals, executorStatuses, given, runways } from '../addresses.ts';
import { useOpenIncidents } from '../incidents/open-incidents.ts';
import { AddHost } from './add-host.tsx';
import { type Capacity, diskFullIn, sharesOf, worstFirst } from './capacity.ts';
import { CapacityBar, hostResources } from './capacity-bar.tsx';
import { ExecutorListDocument, type ExecutorListQuery } from './operations.generated.ts';
import { ExecutorState } from './state.tsx';

export function ExecutorsPage() {
  const { mayChange } = useRights();
  const search = useSearch({ from: '/shell/executors' });
  const order = useSorting();
  const where = given({ name: contains(search.name), status: equals(search.status) });
  const { column, isDescending } = order.sorting;
  const orderBy = { [column]: isDescending ? 'desc' : 'asc' } as unknown as ExecutorOrderByInput;
  const query = useWholeList(
    ExecutorListDocument,
    { where, orderBy: [search.sort === undefined ? { name: 'asc' } : orderBy] },
    { shows: ['executor', 'node'], everySeconds: 30, keepsPrevious: true },
  );
  const { data } = useOpenIncidents();
  const incidents = Map.groupBy(data?.notificationIncidents?.nodes ?? [], ({ executorId }) => executorId);
  const hosts = (query.data ?? [])
    .filter(({ diskForecast }) => isFullWithin(diskForecast, search.runway))
    .map((executor) => ({ ...executor, incidents: incidents.get(executor.id)?.length ?? 0 }));
  return (
    <>
      <PageHeader title="Hosts" about="Machines that run your nodes.">
        <Button component={Link} to="/executors/upgrade" variant="default">
          {mayChange ? 'Upgrade agents' : 'Rollouts'}
        </Button>
        {mayChange && (
          <DialogButton label="Add host">
            <AddHost />
          </DialogButton>
        )}
      </PageHeader>
      {mayChange && <Offers />}
      <RefusedAgents />
      <Group mb="sm" gap="xs">
        <TextFilter label="Name" field="name" />
        <ChoiceFilter label="State" field="status" values={executorStatuses} />
        <ChoiceFilter label="Disk full within" field="runway" values={runways} wordOf={(days) => `${days} days`} />
      </Group>
      <QueryView query={query} height={320}>
        {() => (
          <Rows
            label="Hosts"
            rows={search.sort === undefined ? worstFirst(hosts, (host) => host.incidents) : hosts}
            columns={executorColumns}
            sorting={search.sort === undefined ? undefined : order.sorting}
            onSort={order.onSort}
            empty={<NoExecutor isFiltered={Object.keys(where).length > 0 || search.runway !== undefined} />}
          />
        )}
      </QueryView>
    </>
  );
}

type DiskForecast = NonNullable<ExecutorListQuery['executorsConnection']>['nodes'][number]['diskForecast'];

const isFullWithin = (forecast: DiskForecast, days: string | undefined): boolean =>
  days === undefined || (forecast?.daysUntilFull != null && forecast.daysUntilFull <= Number(days));

const NoExecutor = ({ isFiltered }: { isFiltered: boolean }) => (
  <Empty icon={IconServerCog} title={isFiltered ? 'No hosts match' : 'No hosts yet'}>
    <Text fz="sm">
      <TextLink to={isFiltered ? '/executors' : '/'}>{isFiltered ? 'Clear filters' : 'Add your first host'}</TextLink>
    </Text>
  </Empty>
);

type ExecutorRow = NonNullable<ExecutorListQuery['executorsConnection']>['nodes'][number] & {
  /** The number of open incidents of the host and its nodes. */
  incidents: number;
};

/** The filled part of the bar. */
function formatTaken(capacity: Capacity): string {
  const shares = sharesOf(capacity);
  return shares === null ? '' : `${Math.round((shares.nodes + shares.allocated + shares.other) * 100)} %`;
}

const barColumns = hostResources.map(
  ({ resource, label, format }): Column<ExecutorRow> => ({
    label,
    isForWide: resource !== 'diskGiB',
    width: 'minmax(76px, 1.4fr)',
    cell: ({ status, room }) => (
      <Group gap={8} wrap="nowrap">
        {/* The figure keeps its contrast. */}
        <Box flex={1} opacity={status === 'offline' ? 0.5 : undefined}>
          <CapacityBar label={label} capacity={room[resource]} format={format} />
        </Box>
        <Text fz="xs" w={38} ta="end" aria-hidden>
          {formatTaken(room[resource])}
        </Text>
      </Group>
    ),
  }),
);

const executorColumns: readonly Column<ExecutorRow>[] = [
  nameColumn('/executors', 2),
  {
    id: 'status',
    label: 'State',
    width: 'minmax(100px, 1fr)',
    isSortable: true,
    cell: (executor) => <ExecutorState {...executor} />,
  },
  {
    label: 'Incidents',
    width: '64px',
    isNumber: true,
    cell: ({ incidents }) => (incidents === 0 ? '–' : <Tone tone="bad">{formatNumber(incidents)}</Tone>),
  },
  { label: 'Nodes', width: '52px', isNumber: true, isForWide: true, cell: ({ room }) => room.nodes },
  ...barColumns,
  wideColumn('Disk full in', '84px', ({ diskForecast }) => {
    const { daysUntilFull } = diskForecast ?? {};
    if (daysUntilFull == null) return '–';
    const { text, isSoon } = diskFullIn(daysUntilFull);
    return isSoon ? <Tone tone="warning">{text}</Tone> : text;
  }),
  { id: 'version', label: 'Agent', width: '72px', isSortable: true, isForWide: true, cell: ({ version }) => version },
  wideColumn('Last seen', '96px', ({ lastSeenAt }) => <Time at={lastSeenAt} isPast />),
];

/** The audit log records an agent's first rejection, then one per hour. */
const shownForMs = 70 * 60_000;

const fixes: Readonly<Record<string, string>> = {
  Forbidden: 'Not a host key. Create an enrolment token for the host.',
  unauthenticated: 'The API key was revoked or has expired. Create an enrolment token for the host.',
  executor_key_bound: 'The API key belongs to another host. Create an enrolment token for this one.',
  executor_name_in_use: 'Another running agent uses the same name. Stop or rename one of them.',
};

/** Agents whose heartbeats are rejected, although their key is of this organization. No host list contains them. */
function RefusedAgents() {
  const { clock } = useApi();
  const [from] = useState(() => new Date(clock.now() - shownForMs).toISOString());
  const filter = { action: 'syncExecutor', outcome: ['refused' as const], from, take: 100 };
  const { data } = useApiQuery(AuditActionsDocument, { filter }, { shows: [], everySeconds: 30 });
  const actions = data?.auditActions?.nodes ?? [];
  if (actions.length === 0) return null;
  // The latest of each key.
  const keys = actions.map(({ actor }) => actor.apiKeyId);
  const latest = actions.filter((_action, at) => keys.indexOf(keys[at] ?? null) === at);
  return (
    <Alert color="orange" title="Agent rejected" mb="sm">
      <List fz="sm" spacing={4}>
        {latest.map(({ id, actor, address, at, errorCode }) => (
          <List.Item key={id}>
            Key <ForeignText>{actor.name}</ForeignText>
            {address != null && ` from ${address}`}, <Time at={at} />: {fixes[errorCode ?? ''] ?? errorCode}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

type Offer = NonNullable<ExecutorOffersQuery['executorOffers']>[number];

/** Nodes of another or a lost control plane on enrolled hosts, and their takeover. For owners and admins. */
function Offers() {
  const { data } = useApiQuery(ExecutorOffersDocument, { take: 500 }, { shows: ['executor'] });
  return (data?.executorOffers ?? []).map((offer) => (
    <Panel
      key={offer.executor.id}
      title={`${offer.executor.name} offers ${formatCount(offer.nodes.length, 'node')}`}
      aside={<TakeOver offer={offer} />}
    >
      <Stack gap="sm">
        <Text variant="hint">
          These nodes belong to another or a lost control plane. A takeover does not restart them.
        </Text>
        <OfferedNodes offer={offer} />
      </Stack>
    </Panel>
  ));
}

const TakeOver = ({ offer: { executor, offeredAt, nodes } }: { offer: Offer }) => (
  <ConfirmButton
    color="petrol"
    variant="filled"
    question={{
      title: `Take over the nodes of ${executor.name}?`,
      consequence: `${nodes.filter(({ problem }) => problem == null).length} of ${nodes.length} nodes join your inventory with their ids, configuration and data. Their RPC passwords are unknown here: rotate the RPC credentials afterwards.`,
      act: 'Take over nodes',
      variables: { where: { id: executor.id }, offeredAt },
    }}
    operation={RecoverExecutorDocument}
    done={`Took over the nodes of ${executor.name}.`}
  />
);

const heads = ['Node', 'Network', 'Version', 'Type', 'Desired state', 'Height', 'Blocks', 'Problem'];

const OfferedNodes = ({ offer: { nodes } }: { offer: Offer }) => (
  <Table.ScrollContainer minWidth={640}>
    <Table
      data={{
        head: heads,
        body: nodes.map(({ name, newName, height, sizeBytes, problem, ...node }) => [
          <ForeignText key="name">{name === newName ? name : `${name} → ${newName}`}</ForeignText>,
          node.network,
          <ForeignText key="version">{withState(node.clientVersion, node.clientLifecycle)}</ForeignText>,
          node.nodeType,
          node.desiredState,
          height == null ? 'unknown' : formatNumber(height),
          sizeBytes == null ? 'unknown' : formatBytes(sizeBytes),
          problem == null ? '' : <ForeignText key="problem">{problem}</ForeignText>,
        ]),
      }}
    />
  </Table.ScrollContainer>
);
