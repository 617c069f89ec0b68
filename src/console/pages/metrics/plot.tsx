import { Box } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import uPlot from 'uplot';
import { formatInstant } from '../../display/text.tsx';
import { type PlotContent, type PlotSeries, plotHeight, plotOptions } from './plot-options.ts';

interface PlotProps {
  /** Must not change while mounted, nor may the color scheme: use a key. */
  series: readonly PlotSeries[];
  data: uPlot.AlignedData;
  content: PlotContent;
}

/** The pointer's position in this plot or a synchronized one. */
interface Cursor {
  left: number;
  isOnRight: boolean;
  index: number;
}

/** A line chart on a canvas that updates in place. All plots of the page share one cursor, and a drag zooms. */
export function Plot({ series, data, content }: PlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const drawn = useRef(content);
  const [cursor, setCursor] = useState<Cursor | null>(null);

  const create = useEffectEvent((holder: HTMLElement, width: number): uPlot => {
    const made = new uPlot(plotOptions({ width, series, content: () => drawn.current }), data, holder);
    made.hooks.setCursor = [() => setCursor(cursorOf(made))];
    return made;
  });
  useEffect(() => {
    const holder = element.current;
    if (holder === null) return undefined;
    // The browser reports the width after its layout: reading it would force one for each chart.
    const resize = new ResizeObserver(([entry]) => {
      const width = Math.max(1, Math.floor(entry?.contentRect.width ?? 0));
      if (plot.current === null) plot.current = create(holder, width);
      else if (plot.current.width !== width) plot.current.setSize({ width, height: plot.current.height });
    });
    resize.observe(holder);
    return () => {
      resize.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);
  useEffect(() => {
    drawn.current = content;
    plot.current?.setData(data);
  }, [data, content]);

  return (
    <Box pos="relative" mt={8}>
      {/* Keeps the layout until the plot is drawn. */}
      <Box ref={element} h={plotHeight} />
      {cursor !== null && <Reading {...{ cursor, series, data }} format={content.format} />}
    </Box>
  );
}

function cursorOf(plot: uPlot): Cursor | null {
  const { left = -1, idx } = plot.cursor;
  if (left < 0 || idx == null) return null;
  return {
    left: left + plot.over.offsetLeft,
    isOnRight: left > plot.over.offsetWidth / 2,
    index: idx,
  };
}

export const Swatch = ({ color, isDashed }: Pick<PlotSeries, 'color' | 'isDashed'>) => (
  <Box
    component="span"
    className="swatch"
    display="inline-block"
    w={12}
    style={{ borderTop: `3px ${isDashed ? 'dotted' : 'solid'} ${color}`, verticalAlign: 'middle' }}
    aria-hidden
  />
);

function Reading(props: Pick<PlotProps, 'series' | 'data'> & { cursor: Cursor; format: PlotContent['format'] }) {
  const { cursor, series, data, format } = props;
  const { left, isOnRight, index } = cursor;
  const at = data[0][index];
  if (at === undefined) return null;
  return (
    <div className="reading" data-flipped={isOnRight || undefined} style={{ left }}>
      <div>{formatInstant(new Date(at).toISOString())}</div>
      {series.map(({ key, label, color, isDashed }, line) => {
        const value = data[line + 1]?.[index];
        return (
          value != null && (
            <div key={key}>
              <Swatch color={color} isDashed={isDashed} /> {label}: {format(value)}
            </div>
          )
        );
      })}
    </div>
  );
}
