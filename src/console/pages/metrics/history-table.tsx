import { orDash } from '../../display/format.ts';
import type { Column } from '../../display/lists/column.ts';
import { Rows } from '../../display/lists/rows.tsx';
import { formatInstant } from '../../display/text.tsx';
import type { Chart } from './chart.tsx';
import type { Point } from './points.ts';

const timeColumn: Column<Point> = {
  id: 'at',
  label: 'Time',
  width: 2,
  cell: ({ at }) => {
    const instant = new Date(at).toISOString();
    return <time dateTime={instant}>{formatInstant(instant)}</time>;
  },
};

/** The values of the charts. In a wide window, it has more columns than fit, and scrolls. */
export function HistoryTable({ charts, points }: { charts: readonly Chart[]; points: readonly Point[] }) {
  const columns = charts.flatMap(({ title, series, format, points: own }, chart): Column<Point>[] =>
    // Points of its own hold a forecast.
    series
      .filter(({ key }) => own === undefined || key in (points[0] ?? {}))
      .map(({ key, label }) => ({
        id: key,
        label: label === title.toLowerCase() ? title : `${title}: ${label}`,
        isForWide: chart > 1,
        isNumber: true,
        cell: (point) => orDash(point[key], format),
      })),
  );
  const shown = [timeColumn, ...columns];
  return (
    <Rows
      label="Metrics"
      rows={points.toReversed()}
      columns={shown}
      minWidth={`${180 * shown.length}px`}
      keyOf={({ at }) => String(at)}
      rowHeight={36}
      empty="No data in this time range."
    />
  );
}
