import { SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { shownNetworkName } from '../../../bitcoin/network-name.ts';
import {
  DeleteExecutorDocument,
  ExecutorDocument,
  UpdateExecutorDocument,
} from '../../../client/operations.generated.ts';
import { useApiQuery, useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { Deletion } from '../../display/deletion.tsx';
import { reasonText } from '../../display/format.ts';
import { type Column, wideColumn } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { RowLink } from '../../display/lists/rows.tsx';
import { ObjectTabs } from '../../display/object-tabs.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { ForeignText, NodeState, PageLink, Reason, Time } from '../../display/text.tsx';
import { lazyPart, PendingTab } from '../../parts/lazy-part.tsx';
import { useRights } from '../../session/viewer.ts';
import { ObjectPage } from '../../shell/object-page.tsx';
import { ExecutorState } from '../executors/state.tsx';
import { useOpenIncidents } from '../incidents/open-incidents.ts';
import { Labels } from '../labels/labels.tsx';
import type { NodeRow } from '../nodes/bulk.ts';
import { NodeListDocument } from '../nodes/operations.generated.ts';
import { UpgradePanel, useUpgrades } from '../upgrades/upgrade-panel.tsx';
import { CapacityPanel } from './capacity-panel.tsx';
import { HostIncidents, OfflineHost } from './host-attention.tsx';
import { KeyPanel, useKeys } from './key-panel.tsx';
import { MaintenanceActions, MaintenanceState } from './maintenance.tsx';
import { Orphans } from './orphans.tsx';
import type { ShownExecutor } from './shown-executor.ts';
import { Supports } from './supports.tsx';

const route = getRouteApi('/shell/executors/$executorId');

interface ShownProps {
  executor: ShownExecutor;
}

export function ExecutorPage() {
  const { executorId: id } = route.useParams();
  const { mayChange } = useRights();
  const shows = [{ type: 'executor', id } as const, 'node' as const];
  const query = useApiQuery(ExecutorDocument, { where: { id } }, { shows, everySeconds: 30 });
  const upgrades = useUpgrades(id);
  const keys = useKeys(id, mayChange);
  const incidents = useOpenIncidents(id);
  return (
    <ObjectPage query={query} alongside={[upgrades, keys, incidents]} what="host" list="/executors">
      {(executor) => <Found executor={executor} />}
    </ObjectPage>
  );
}

const Found = ({ executor }: ShownProps) => (
  <Stack gap="md">
    <ExecutorHeader executor={executor} />
    <OfflineHost executor={executor} />
    <MaintenanceState executor={executor} />
    <ObjectTabs tabs={tabs} of={{ executor }} />
  </Stack>
);

const Overview = ({ executor }: ShownProps) => (
  <Stack gap="md">
    <HostIncidents executor={executor} />
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <CapacityPanel executor={executor} />
      <Stack gap="md">
        <UpgradePanel executorId={executor.id} />
        <Supports executor={executor} />
      </Stack>
    </SimpleGrid>
    <ExecutorNodes executor={executor} />
  </Stack>
);

function Settings({ executor }: ShownProps) {
  const { mayChange } = useRights();
  return (
    <Stack gap="md">
      <Labels of={executor} operation={UpdateExecutorDocument} />
      {mayChange && <KeyPanel executorId={executor.id} />}
      <Orphans executor={executor} />
      {mayChange && executor.status === 'offline' && <DeleteExecutor executor={executor} />}
    </Stack>
  );
}

const tabs = [
  { id: 'overview', label: 'Overview', content: Overview },
  {
    id: 'monitoring',
    label: 'Monitoring',
    content: lazyPart(() => import('./monitoring-tab.tsx'), 'HostMonitoring', PendingTab),
  },
  { id: 'settings', label: 'Settings', content: Settings },
];

function ExecutorHeader({ executor }: ShownProps) {
  const { mayChange } = useRights();
  const { name, createdAt, lastSeenAt, version, channel } = executor;
  return (
    <PageHeader
      title={name}
      status={
        <>
          <Text fw={600} span>
            <ExecutorState {...executor} />
          </Text>
          <Text span variant="hint">
            last seen <Time at={lastSeenAt} isPast /> · agent {version} (<ForeignText>{channel}</ForeignText>) · added{' '}
            <Time at={createdAt} />
          </Text>
        </>
      }
    >
      {mayChange && <MaintenanceActions executor={executor} />}
    </PageHeader>
  );
}

const columns: readonly Column<NodeRow>[] = [
  { label: 'Name', leads: true, cell: ({ id, name }) => <RowLink to={`/nodes/${id}`}>{name}</RowLink> },
  { label: 'Network', width: '96px', cell: ({ networkName }) => shownNetworkName(networkName) },
  { label: 'State', width: '120px', cell: (node) => <NodeState {...node} /> },
  wideColumn('Reason', 3, ({ status, executor }) => (
    <Reason>{status.reason && reasonText(status.reason, executor)}</Reason>
  )),
];

function ExecutorNodes({ executor: { id, name } }: ShownProps) {
  const variables = {
    where: { executorId: { equals: id } },
    orderBy: [{ health: 'asc' as const }, { name: 'asc' as const }],
  };
  const query = useWholeList(NodeListDocument, variables, { shows: ['node'] });
  const link = (
    <PageLink to="/nodes" search={{ executor: name }}>
      View nodes
    </PageLink>
  );
  return (
    <Panel title="Nodes" aside={link}>
      <WholeList
        query={query}
        label="Nodes on this host"
        columns={columns}
        rowHeight={44}
        maxHeight="360px"
        empty="No nodes on this host."
      />
    </Panel>
  );
}

function DeleteExecutor({ executor: { id, name } }: ShownProps) {
  const navigate = useNavigate();
  const remove = useFormMutation(DeleteExecutorDocument, {
    done: `${name} removed.`,
    onDone: () => void navigate({ to: '/executors' }),
  });
  return (
    <Panel title="Remove host">
      <Deletion name={name} act="Remove host" mutation={remove} variables={{ where: { id } }}>
        <Text fz="sm">
          For a host that is permanently gone and has no nodes. A running agent with a valid key registers again.
        </Text>
      </Deletion>
    </Panel>
  );
}
