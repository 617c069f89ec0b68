import type { Column } from '../../../display/lists/column.ts';
import { Rows } from '../../../display/lists/rows.tsx';
import { formatGiB, formatMiB, formatNumber } from '../../../display/values/amounts.ts';
import { formatInstant } from '../../../display/values/time.tsx';
import { otherKey } from './node-points.ts';
import type { Point } from './points.ts';

const column = (
  id: string,
  label: string,
  format: (value: number) => string = (value) => formatNumber(value, 1),
  isForWide = false,
): Column<Point> => ({
  ...{ id, label, isForWide, isNumber: true },
  cell: (point) => {
    const value = point[id];
    return value == null ? '–' : format(value);
  },
});

/** The same measurements in numbers, the newest first. */
export function HistoryTable({ points, others }: { points: readonly Point[]; others: readonly { name: string }[] }) {
  const columns: readonly Column<Point>[] = [
    {
      id: 'at',
      label: 'When',
      width: 'minmax(0, 2fr)',
      cell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{formatInstant(new Date(at).toISOString())}</time>,
    },
    column('height', 'Height'),
    ...others.map(({ name }, index) => column(otherKey(index), name, undefined, true)),
    column('outbound', 'Outbound', undefined, true),
    column('inbound', 'Inbound', undefined, true),
    column('mempool', 'Mempool'),
    column('cpu', 'CPU %', undefined, true),
    column('memory', 'Memory', formatMiB, true),
    column('disk', 'Disk', formatGiB),
  ];
  return (
    <Rows
      label="Measurements"
      rows={points.toReversed()}
      columns={columns}
      keyOf={({ at }) => String(at)}
      rowHeight={36}
      empty="Nothing was measured."
    />
  );
}
