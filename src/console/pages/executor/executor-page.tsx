import { SimpleGrid, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers/query-view.tsx';
import { Panel } from '../../display/panel.tsx';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { useRights } from '../../session/viewer.ts';
import { NothingTherePage } from '../../shell/nothing-there-page.tsx';
import { UpgradePanel } from '../upgrades/upgrade-panel.tsx';
import { useUpgrades } from '../upgrades/use-upgrades.ts';
import { DeleteExecutor } from './delete-executor.tsx';
import { ExecutorHeader } from './executor-header.tsx';
import { ExecutorNodes } from './executor-nodes.tsx';
import { KeyPanel } from './key-panel.tsx';
import { Labels } from './labels.tsx';
import { ExecutorPageDocument } from './operations.generated.ts';
import { Orphans } from './orphans.tsx';
import { RoomPanel } from './room-panel.tsx';
import { Service } from './service.tsx';
import type { ShownExecutor } from './shown-executor.ts';
import { useKeys } from './use-keys.ts';

const route = getRouteApi('/shell/executors/$executorId');

/** One executor: its room, its nodes, what it offers and what it has left. */
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
