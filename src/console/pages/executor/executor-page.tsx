import { Alert, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { withState } from '../../../contract/lifecycle-words.ts';
import { useApiQuery, useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers.tsx';
import { Facts } from '../../display/facts.tsx';
import { MutationButton, TypedName } from '../../display/form.tsx';
import { formatGiB, formatMiB, formatNumber } from '../../display/format.ts';
import type { Column } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { RowLink } from '../../display/lists/rows.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { ForeignText, PageLink, Phase, Time } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { ObjectPage } from '../../shell/error-pages.tsx';
import { ExecutorState } from '../executors/state.tsx';
import { Labels } from '../labels/labels.tsx';
import { UpgradePanel, useUpgrades } from '../upgrades/upgrade-panel.tsx';
import { KeyPanel, useKeys } from './key-panel.tsx';
import {
  ChangeExecutorLabelsDocument,
  DeleteExecutorDocument,
  ExecutorNodesDocument,
  type ExecutorNodesQuery,
  ExecutorPageDocument,
  type RoomOfResourceFragment,
} from './operations.generated.ts';
import { Orphans } from './orphans.tsx';
import { Service } from './service.tsx';
import type { ShownExecutor } from './shown-executor.ts';

export function ExecutorPage() {
  const { executorId: id } = useParams({ from: '/shell/executors/$executorId' });
  const { mayChange } = useRights();
  const shows = [{ type: 'executor', id } as const, 'node' as const];
  const query = useApiQuery(ExecutorPageDocument, { id }, { shows, everySeconds: 30 });
  const upgrades = useUpgrades(id);
  const keys = useKeys(id, mayChange);
  return (
    <ObjectPage query={query} alongside={[upgrades, keys]} what="host" id={id} list="/executors">
      {(executor) => <Found executor={executor} />}
    </ObjectPage>
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
      <Labels of={executor} operation={ChangeExecutorLabelsDocument} />
      <Orphans executor={executor} />
      {mayChange && executor.status === 'offline' && <DeleteExecutor executor={executor} />}
    </Stack>
  );
}

const offeredVersion = ({ client, version, lifecycle }: ShownExecutor['capabilities']['clients'][number]) =>
  `${client} ${withState(version, lifecycle)}`;

const Offer = ({ executor: { capabilities, channel, version, kind } }: { executor: ShownExecutor }) => (
  <Panel title="Supports">
    <Facts
      facts={{
        Networks: capabilities.networks.join(', ') || 'none',
        Types: capabilities.nodeTypes.join(', ') || 'none',
        Versions: capabilities.clients.map(offeredVersion).join(', ') || 'none',
        Agent: `${version} (channel ${channel}, ${kind})`,
      }}
    />
  </Panel>
);

function ExecutorHeader({ executor }: { executor: ShownExecutor }) {
  const { name, createdAt, lastSeenAt, cordon, drain } = executor;
  const held = drain ?? cordon;
  return (
    <div>
      <PageHeader
        title={name}
        status={
          <>
            <Text fw={600} span>
              <ExecutorState {...executor} />
            </Text>
            <Text span variant="hint">
              last seen <Time at={lastSeenAt} isPast />, added <Time at={createdAt} />
            </Text>
          </>
        }
      />
      {held != null && (
        <Alert
          color="orange"
          title={drain == null ? 'Cordoned: accepts no new nodes' : 'Under maintenance: runs no nodes'}
        >
          <ForeignText>{held.reason}</ForeignText> (<ForeignText>{held.by}</ForeignText>, <Time at={held.at} />)
        </Alert>
      )}
    </div>
  );
}

const RoomPanel = ({ executor: { room } }: { executor: ShownExecutor }) => (
  <Panel title="Capacity">
    <Stack gap="md">
      <Amount name="CPU cores" room={room.cpuCores} show={(cores) => formatNumber(cores, 1)} />
      <Amount name="Memory" room={room.memoryMiB} show={formatMiB} />
      <Amount name="Disk" room={room.diskGiB} show={formatGiB} />
    </Stack>
  </Panel>
);

interface AmountProps {
  name: string;
  room: RoomOfResourceFragment;
  show: (amount: number) => string;
}

function Amount({ name, room: { total, promised, used, free, available }, show }: AmountProps) {
  if (total == null || total === 0)
    return (
      <Text fz="sm">
        {name}: {show(promised)} allocated, total unknown
      </Text>
    );
  const part = Math.min(100, (promised / total) * 100);
  return (
    <div>
      <Text fz="sm">
        <Text span fw={500} fz="sm">
          {name}
        </Text>
        : {show(promised)} of {show(total)} allocated
      </Text>
      <Progress value={part} my={4} aria-label={`${name} allocated`} color={part > 90 ? 'orange' : 'petrol'} />
      <Text variant="note">
        {show(used)} in use
        {free != null && ` · ${show(free)} free on host`}
        {available != null && ` · ${show(available)} available`}
      </Text>
    </div>
  );
}

const columns: readonly Column<NonNullable<ExecutorNodesQuery['nodes']>[number]>[] = [
  { label: 'Name', leads: true, cell: ({ id, name }) => <RowLink to={`/nodes/${id}`}>{name}</RowLink> },
  { label: 'Network', width: '96px', cell: ({ network }) => network },
  {
    label: 'Phase',
    cell: ({ status }) => (
      <span title={status.reason ?? undefined}>
        <Phase phase={status.phase} />
      </span>
    ),
  },
];

function ExecutorNodes({ executor: { id, name } }: { executor: ShownExecutor }) {
  const query = useWholeList(ExecutorNodesDocument, { id }, { shows: ['node'] });
  const link = (
    <PageLink to="/nodes" search={{ executor: name }}>
      View in Nodes
    </PageLink>
  );
  return (
    <Panel title="Nodes" aside={link}>
      <WholeList
        query={query}
        label="Nodes on this host"
        columns={columns}
        rowHeight={40}
        maxHeight="320px"
        empty="No nodes on this host."
      />
    </Panel>
  );
}

function DeleteExecutor({ executor: { id, name } }: { executor: ShownExecutor }) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const remove = useFormMutation(DeleteExecutorDocument, {
    done: `${name} removed.`,
    onDone: () => void navigate({ to: '/executors' }),
  });
  return (
    <Panel title="Remove host">
      <Stack align="start" gap="sm">
        {remove.error !== null && <Failure error={remove.error} />}
        <Text fz="sm">
          For a host that is permanently gone and has no nodes. A running agent with a valid key registers again.
        </Text>
        <TypedName name={name} value={typed} onChange={setTyped} />
        <MutationButton color="red" variant="outline" disabled={typed !== name} mutation={remove} variables={{ id }}>
          Remove host
        </MutationButton>
      </Stack>
    </Panel>
  );
}
