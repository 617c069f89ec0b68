import { Box, Group, Stack, Text } from '@mantine/core';
import { formatGiB, formatNumber } from '../../display/format.ts';
import { Panel } from '../../display/page.tsx';
import { Time, Tone } from '../../display/text.tsx';
import { diskFullIn } from '../executors/capacity.ts';
import { CapacityBar, capacityParts, hostResources } from '../executors/capacity-bar.tsx';
import type { ShownExecutor } from './shown-executor.ts';

export const CapacityPanel = ({
  executor: { room, diskForecast, status, lastSeenAt },
}: {
  executor: ShownExecutor;
}) => (
  <Panel
    title="Capacity"
    aside={
      status === 'offline' && (
        <Text variant="note">
          as of <Time at={lastSeenAt} isPast />
        </Text>
      )
    }
  >
    <Stack gap="md" className={status === 'offline' ? 'outdated' : undefined}>
      {hostResources.map(({ resource, label, format }) => (
        <div key={resource}>
          <Resource label={label} room={room[resource]} format={format} />
          {resource === 'diskGiB' && <Forecast forecast={diskForecast} />}
        </div>
      ))}
      <Group gap="md" aria-hidden>
        {capacityParts.map(({ part, label, color }) => (
          <Group key={part} gap={6}>
            <Box className="swatch" w={10} h={10} bdrs={2} bg={color} />
            <Text variant="note">{label}</Text>
          </Group>
        ))}
      </Group>
    </Stack>
  </Panel>
);

interface ResourceProps {
  label: string;
  room: ShownExecutor['room']['cpuCores'];
  format: (amount: number) => string;
}

function Resource({ label, room, format }: ResourceProps) {
  const { total, overcommit, promised, available } = room;
  if (total == null || total === 0)
    return (
      <Text fz="sm">
        {label}: {format(promised)} allocated, total unknown
      </Text>
    );
  return (
    <>
      <Group justify="space-between" gap={4} mb={4}>
        <Text fz="sm" fw={500}>
          {label}
        </Text>
        <Text fz="sm">
          {format(promised)} of {format(total * overcommit)} allocated
        </Text>
      </Group>
      <CapacityBar size="lg" label={label} capacity={room} format={format} />
      <Text variant="note" mt={4}>
        {available != null && `Up to ${format(available)} for the next node`}
        {overcommit > 1 && ` · ${format(total)} × ${formatNumber(overcommit, 1)} overcommit`}
      </Text>
    </>
  );
}

function Forecast({ forecast }: { forecast: ShownExecutor['diskForecast'] }) {
  if (forecast?.fillsGiBPerDay == null) return null;
  const { daysUntilFull, fillsGiBPerDay } = forecast;
  if (daysUntilFull == null) return <Text variant="note">Not filling up.</Text>;
  const { text, isSoon } = diskFullIn(daysUntilFull);
  return (
    <Text fz="xs" mt={4} component="div">
      <Tone tone={isSoon ? 'warning' : 'idle'}>{`Full in about ${text} at ${formatGiB(fillsGiBPerDay)} a day`}</Tone>
    </Text>
  );
}
