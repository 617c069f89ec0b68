import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatGiB, formatMiB } from '../display/amounts.ts';
import { ForeignText } from '../display/foreign-text.tsx';
import { Panel } from '../display/panel.tsx';
import { Tone } from '../display/phase.tsx';
import { Time } from '../display/time.tsx';
import type { OverviewQuery } from './operations.generated.ts';

type Executor = NonNullable<OverviewQuery['executors']>[number];

/** The executors, with what a further node may ask for. */
export function Executors({ executors, total }: { executors: readonly Executor[]; total: number }) {
  return (
    <Panel title="Executors">
      <Stack gap="xs">
        {executors.map((executor) => (
          <Group key={executor.id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text truncate>
                <Anchor component={Link} to={`/executors/${executor.id}`} c="inherit">
                  <ForeignText>{executor.name}</ForeignText>
                </Anchor>
              </Text>
              <Text fz="xs" c="dimmed">
                <State executor={executor} />
              </Text>
            </div>
            <Text fz="sm" ta="end" className="tabular">
              {roomOf(executor)}
            </Text>
          </Group>
        ))}
        {total > executors.length && <Text c="dimmed">and {total - executors.length} more</Text>}
      </Stack>
    </Panel>
  );
}

function State({ executor: { status, lastSeenAt, uninstalledAt, cordon, room } }: { executor: Executor }) {
  if (uninstalledAt != null) return <Tone tone="idle">uninstalled</Tone>;
  if (status === 'offline')
    return (
      <>
        <Tone tone="bad">offline</Tone>, last seen <Time at={lastSeenAt} />
      </>
    );
  return (
    <>
      <Tone tone={cordon == null ? 'good' : 'warning'}>{cordon == null ? 'online' : 'cordoned'}</Tone>, {room.nodes}{' '}
      {room.nodes === 1 ? 'node' : 'nodes'}
    </>
  );
}

const roomOf = ({ room: { memoryMiB, diskGiB } }: Executor): string =>
  memoryMiB.available == null || diskGiB.available == null
    ? 'room is not measured'
    : `${formatMiB(memoryMiB.available)} memory, ${formatGiB(diskGiB.available)} disk left`;
