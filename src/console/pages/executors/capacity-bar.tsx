import { Progress } from '@mantine/core';
import { formatGiB, formatMiB, formatNumber } from '../../display/format.ts';
import { type Capacity, describeCapacity, sharesOf } from './capacity.ts';

/** The resources of a host that nodes share. */
export const hostResources = [
  { resource: 'cpuCores', label: 'CPU', format: (cores: number) => `${formatNumber(cores, 1)} cores` },
  { resource: 'memoryMiB', label: 'Memory', format: formatMiB },
  { resource: 'diskGiB', label: 'Disk', format: (gib: number) => formatGiB(gib) },
] as const;

export const capacityParts = [
  { part: 'nodes', label: 'used by nodes', color: 'var(--mantine-color-petrol-filled)' },
  { part: 'allocated', label: 'allocated, unused', color: 'var(--mantine-color-petrol-3)' },
  { part: 'other', label: 'other programs', color: 'var(--mantine-color-gray-6)' },
] as const;

interface CapacityBarProps {
  label: string;
  capacity: Capacity;
  format: (amount: number) => string;
  size?: string;
}

/** A resource of a host as a stacked bar. */
export function CapacityBar({ label, capacity, format, size = 'sm' }: CapacityBarProps) {
  const shares = sharesOf(capacity);
  if (shares === null) return '–';
  const text = `${label}: ${describeCapacity(capacity, format)}`;
  return (
    <Progress.Root size={size} role="img" aria-label={text} title={text}>
      {capacityParts.map(({ part, color }) => (
        <Progress.Section key={part} value={shares[part] * 100} color={color} withAria={false} />
      ))}
    </Progress.Root>
  );
}
