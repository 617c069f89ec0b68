import { Progress, Stack, Text } from '@mantine/core';
import { Panel } from '../../display/panel.tsx';
import { formatGiB, formatMiB, formatNumber } from '../../display/values/amounts.ts';
import type { RoomOfResourceFragment } from './operations.generated.ts';
import type { ShownExecutor } from './shown-executor.ts';

const formatCores = (cores: number): string => formatNumber(cores, 1);

/** What the host has, what its nodes were promised and use, and what a further one may ask for. */
export function RoomPanel({ executor: { room } }: { executor: ShownExecutor }) {
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
