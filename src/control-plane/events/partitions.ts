import type { PartitionedTable } from '../database/partitions.ts';

/** Returns the smallest UUIDv7 of an instant. */
function firstIdAt(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

export const eventPartitions: PartitionedTable = {
  name: 'event',
  column: 'id',
  period: 'month',
  valueAt: firstIdAt,
};
