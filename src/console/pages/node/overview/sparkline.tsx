interface SparklineProps {
  label: string;
  /** By time in milliseconds, oldest first. */
  points: readonly { at: number; value: number | null }[];
  fromMs: number;
  toMs: number;
}

const [width, height] = [120, 28];

/** The course of a value, as a line without axes. */
export function Sparkline({ label, points, fromMs, toMs }: SparklineProps) {
  const known = points.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]));
  if (known.length < 2) return null;
  const values = known.map(({ value }) => value);
  const least = Math.min(...values);
  const span = Math.max(...values) - least || 1;
  const line = known.map(({ at, value }) => {
    const [x, y] = [(at - fromMs) / (toMs - fromMs), (value - least) / span];
    return `${(x * width).toFixed(1)},${(height - 2 - y * (height - 4)).toFixed(1)}`;
  });
  const box = `0 0 ${width} ${height}`;
  return (
    <svg width="100%" height={height} viewBox={box} preserveAspectRatio="none" role="img" aria-label={label}>
      <polyline
        points={line.join(' ')}
        fill="none"
        stroke="var(--mantine-color-anchor)"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
