import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { counted } from '../../../text/counted.ts';
import { Panel } from '../../display/panel.tsx';
import { formatGiB, formatMiB } from '../../display/values/amounts.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { ExecutorState } from '../executors/state.tsx';
import type { OverviewQuery } from './operations.generated.ts';

type Executor = NonNullable<OverviewQuery['executors']>[number];

/** The executors, with what a further node may ask for. */
export function Executors({ executors, total }: { executors: readonly Executor[]; total: number }) {
  return (
    <Panel title="Executors">
      <Stack gap="xs">
        {executors.map((executor) => (
          <Group key={executor.id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0, flex: '1 0 40%' }}>
              <Text truncate>
                <Anchor component={Link} to={`/executors/${executor.id}`} c="inherit">
                  <ForeignText>{executor.name}</ForeignText>
                </Anchor>
              </Text>
              <Text variant="note">
                <State executor={executor} />
              </Text>
            </div>
            <Text fz="sm" ta="end" className="tabular">
              <Room executor={executor} />
            </Text>
          </Group>
        ))}
        {total > executors.length && (
          <Anchor component={Link} to="/executors" fz="sm">
            and {total - executors.length} more
          </Anchor>
        )}
      </Stack>
    </Panel>
  );
}

function State({ executor }: { executor: Executor }) {
  const { status, lastSeenAt, uninstalledAt, room } = executor;
  if (uninstalledAt != null) return <ExecutorState {...executor} />;
  if (status === 'offline')
    return (
      <>
        <ExecutorState {...executor} />, last seen <Time at={lastSeenAt} isPast />
      </>
    );
  return (
    <>
      <ExecutorState {...executor} />, {counted(room.nodes, 'node')}
    </>
  );
}

const Room = ({ executor: { room } }: { executor: Executor }) =>
  room.memoryMiB.available == null || room.diskGiB.available == null ? (
    'room is not measured'
  ) : (
    <>
      <span className="unbroken">{formatMiB(room.memoryMiB.available)} memory,</span>{' '}
      <span className="unbroken">{formatGiB(room.diskGiB.available)} disk left</span>
    </>
  );
