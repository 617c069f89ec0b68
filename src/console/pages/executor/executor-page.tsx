import { Alert, Anchor, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWholeList } from '../../api/lists.ts';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { MutationButton } from '../../display/action-button.tsx';
import { Failure, QueryView } from '../../display/answers.tsx';
import { TypedName } from '../../display/form.tsx';
import { formatGiB, formatMiB, formatNumber } from '../../display/format.ts';
import type { Column } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { RowLink } from '../../display/lists/rows.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import { Phase } from '../../display/tone.tsx';
import { useRights } from '../../session/viewer.ts';
import { NothingTherePage } from '../../shell/error-pages.tsx';
import { ExecutorState } from '../executors/state.tsx';
import { UpgradePanel, useUpgrades } from '../upgrades/upgrade-panel.tsx';
import { KeyPanel, useKeys } from './key-panel.tsx';
import { Labels } from './labels.tsx';
import {
  DeleteExecutorDocument,
  ExecutorNodesDocument,
  type ExecutorNodesQuery,
  ExecutorPageDocument,
  type RoomOfResourceFragment,
} from './operations.generated.ts';
import { Orphans } from './orphans.tsx';
import { Service } from './service.tsx';
import type { ShownExecutor } from './shown-executor.ts';

const route = getRouteApi('/shell/executors/$executorId');

export function ExecutorPage() {
  const { executorId } = route.useParams();
  const { mayChange } = useRights();
  const query = useApiQuery(
    ExecutorPageDocument,
    { id: executorId },
    { shows: [{ type: 'executor', id: executorId }, 'node'], everySeconds: 30 },
  );
  const upgrades = useUpgrades(executorId);
  const keys = useKeys(executorId, mayChange);
  return (
    <QueryView query={query} alongside={[upgrades, keys]}>
      {({ executor }) =>
        executor == null ? (
          <NothingTherePage what="executor" id={executorId} list="/executors" />
        ) : (
          <Found executor={executor} />
        )
      }
    </QueryView>
  );
}

function Found({ executor }: { executor: ShownExecutor }) {
  const { mayChange } = useRights();
  return (
    <Stack gap="md">
      <ExecutorHeader executor={executor} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <RoomPanel executor={executor} />
        <Offer executor={executor} />
      </SimpleGrid>
      <ExecutorNodes executor={executor} />
      <UpgradePanel executorId={executor.id} />
      {mayChange && <KeyPanel executorId={executor.id} />}
      {mayChange && <Service executor={executor} />}
      <Labels executor={executor} />
      <Orphans executor={executor} />
      {mayChange && executor.status === 'offline' && <DeleteExecutor executor={executor} />}
    </Stack>
  );
}

function Offer({ executor: { capabilities, channel, version, kind } }: { executor: ShownExecutor }) {
  const lines: [string, string][] = [
    ['Networks', capabilities.networks.join(', ') || 'none'],
    ['Types', capabilities.nodeTypes.join(', ') || 'none'],
    ['Versions', capabilities.clients.map((each) => `${each.client} ${each.version}`).join(', ') || 'none'],
    ['Agent', `${version}, channel ${channel}, on ${kind}`],
  ];
  return (
    <Panel title="Offers">
      <Stack gap={4}>
        {lines.map(([name, value]) => (
          <Text key={name} fz="sm">
            <Text span variant="hint">
              {name}:{' '}
            </Text>
            <ForeignText>{value}</ForeignText>
          </Text>
        ))}
      </Stack>
    </Panel>
  );
}

function ExecutorHeader({ executor }: { executor: ShownExecutor }) {
  const { name, createdAt, lastSeenAt, cordon, drain } = executor;
  const held = drain ?? cordon;
  return (
    <div>
      <PageHeader
        title={name}
        about={
          <>
            joined <Time at={createdAt} />
          </>
        }
      />
      <Group gap="xs" mt={-8} role="status">
        <Text fw={600} span>
          <ExecutorState {...executor} />
        </Text>
        <Text span variant="hint">
          last seen <Time at={lastSeenAt} isPast />
        </Text>
      </Group>
      {held != null && (
        <Alert mt="sm" color="orange" variant="light" title={drain == null ? 'Takes no new nodes' : 'Runs no nodes'}>
          <ForeignText>{held.reason}</ForeignText> (<ForeignText>{held.by}</ForeignText>, <Time at={held.at} />)
        </Alert>
      )}
    </div>
  );
}

const formatCores = (cores: number): string => formatNumber(cores, 1);

/** What the host has, what its nodes were promised and use, and what a further one may ask for. */
function RoomPanel({ executor: { room } }: { executor: ShownExecutor }) {
  return (
    <Panel title="Room">
      <Stack gap="md">
        <Amount name="Cores" room={room.cpuCores} show={formatCores} />
        <Amount name="Memory" room={room.memoryMiB} show={formatMiB} />
        <Amount name="Disk" room={room.diskGiB} show={formatGiB} />
      </Stack>
    </Panel>
  );
}

interface AmountProps {
  name: string;
  room: RoomOfResourceFragment;
  show: (amount: number) => string;
}

function Amount({ name, room: { total, promised, used, free, available }, show }: AmountProps) {
  if (total == null || total === 0)
    return (
      <Text fz="sm">
        {name}: {show(promised)} promised; the host does not measure what it has.
      </Text>
    );
  const part = Math.min(100, (promised / total) * 100);
  return (
    <div>
      <Text fz="sm">
        <Text span fw={500} fz="sm">
          {name}
        </Text>
        : {show(promised)} of {show(total)} promised
      </Text>
      <Progress value={part} my={4} aria-label={`${name} promised`} color={part > 90 ? 'orange' : 'petrol'} />
      <Text variant="note">
        used by nodes {show(used)}
        {free != null && `, free ${show(free)}`}
        {available != null && `, a further node may ask for ${show(available)}`}
      </Text>
    </div>
  );
}

const columns: readonly Column<NonNullable<ExecutorNodesQuery['nodes']>[number]>[] = [
  { id: 'name', label: 'Name', leads: true, cell: ({ id, name }) => <RowLink to={`/nodes/${id}`}>{name}</RowLink> },
  { id: 'network', label: 'Network', width: '96px', cell: ({ network }) => network },
  {
    id: 'phase',
    label: 'Phase',
    cell: ({ status }) => (
      <span title={status.reason ?? undefined}>
        <Phase phase={status.phase} />
      </span>
    ),
  },
];

function ExecutorNodes({ executor }: { executor: ShownExecutor }) {
  const query = useWholeList(
    ExecutorNodesDocument,
    { id: executor.id },
    { rowsOf: ({ nodes }) => nodes, shows: ['node'] },
  );
  return (
    <Panel
      title="Nodes"
      aside={
        <Anchor component={Link} to="/nodes" search={{ executor: executor.name } as never} fz="sm">
          In the list of nodes
        </Anchor>
      }
    >
      <WholeList
        query={query}
        label="Nodes of this executor"
        columns={columns}
        rowHeight={40}
        maxHeight="320px"
        empty="It has no node."
      />
    </Panel>
  );
}

function DeleteExecutor({ executor: { id, name } }: { executor: ShownExecutor }) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const remove = useApiMutation(DeleteExecutorDocument, {
    failure: 'none',
    done: `${name} is forgotten.`,
    onDone: () => void navigate({ to: '/executors' }),
  });
  return (
    <Panel title="Forget the executor">
      <Stack align="start" gap="sm">
        {remove.error !== null && <Failure error={remove.error} />}
        <Text fz="sm">
          For a host that is gone for good. It must have no nodes. An agent that comes back with a valid key registers
          itself anew.
        </Text>
        <TypedName name={name} act="forget it" value={typed} onChange={setTyped} />
        <MutationButton color="red" variant="outline" disabled={typed !== name} mutation={remove} variables={{ id }}>
          Forget it
        </MutationButton>
      </Stack>
    </Panel>
  );
}
