import { formatGiB, formatMiB, formatNumber, orDash } from '../../../display/format.ts';
import type { Column } from '../../../display/lists/column.ts';
import { Rows } from '../../../display/lists/rows.tsx';
import { formatInstant } from '../../../display/text.tsx';
import { feeRate, perDay, perSecond, progress, whole } from './measure-formats.ts';
import { otherKey, type Point } from './points.ts';

const decimal = (value: number) => formatNumber(value, 1);

const column = (id: string, label: string, format: (value: number) => string, isForWide = true): Column<Point> => ({
  id,
  label,
  isForWide,
  isNumber: true,
  cell: (point) => orDash(point[id], format),
});

const timeColumn: Column<Point> = {
  id: 'at',
  label: 'Time',
  width: 2.5,
  cell: ({ at }) => {
    const instant = new Date(at).toISOString();
    return <time dateTime={instant}>{formatInstant(instant)}</time>;
  },
};

const columns: readonly Column<Point>[] = [
  column('outbound', 'Outbound', whole),
  column('inbound', 'Inbound', whole),
  column('mempool', 'Mempool', decimal, false),
  column('unbroadcast', 'Unbroadcast', whole),
  column('minFee', 'Min fee', feeRate),
  column('received', 'Received', perSecond),
  column('sent', 'Sent', perSecond),
  column('cpu', 'CPU %', decimal),
  column('memory', 'Memory', formatMiB),
  column('disk', 'Disk', formatGiB, false),
  column('written', 'Written', perDay),
  column('verified', 'Verified', progress),
  column('indexed', 'Indexed', progress),
  column('forks', 'Valid forks', whole),
  column('unvalidated', 'Valid headers', whole),
  column('headersOnly', 'Headers only', whole),
  column('invalid', 'Invalid tips', whole),
  column('warnings', 'Warnings', whole),
];

interface HistoryTableProps {
  points: readonly Point[];
  others: readonly { name: string }[];
}

/** The values of the charts. In a wide window, it has more columns than fit, and scrolls. */
export function HistoryTable({ points, others }: HistoryTableProps) {
  const heights = others.map(({ name }, index) => column(otherKey(index), name, whole));
  const shown = [timeColumn, column('height', 'Height', whole, false), ...heights, ...columns];
  return (
    <Rows
      label="Metrics"
      rows={points.toReversed()}
      columns={shown}
      minWidth={`${112 * shown.length}px`}
      keyOf={({ at }) => String(at)}
      rowHeight={36}
      empty="No data in this time range."
    />
  );
}
