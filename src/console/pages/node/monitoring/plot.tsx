import { Box } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import uPlot from 'uplot';
import { ForeignText, formatInstant } from '../../../display/text.tsx';
import { type ChartEvent, eventsNear } from './marks.ts';
import { type PlotContent, type PlotSeries, plotOptions } from './plot-options.ts';

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
  events: readonly ChartEvent[];
}

/** A line chart on a canvas that updates in place. All plots of the page share one cursor. */
export function Plot({ series, data, content }: PlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const drawn = useRef(content);
  const [cursor, setCursor] = useState<Cursor | null>(null);

  const create = useEffectEvent((holder: HTMLElement): uPlot => {
    const read = () => drawn.current;
    const made = new uPlot(plotOptions(holder, series, read), data, holder);
    made.hooks.setCursor = [() => setCursor(cursorOf(made, read().events))];
    return made;
  });
  useEffect(() => {
    const holder = element.current;
    if (holder === null) return undefined;
    const made = create(holder);
    const resize = new ResizeObserver(() => made.setSize({ width: holder.clientWidth, height: made.height }));
    resize.observe(holder);
    plot.current = made;
    return () => {
      resize.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, []);
  useEffect(() => {
    drawn.current = content;
    plot.current?.setData(data);
  }, [data, content]);

  return (
    <Box pos="relative" mt={8}>
      <div ref={element} />
      {cursor !== null && <Reading {...{ cursor, series, data }} format={content.format} />}
    </Box>
  );
}

function cursorOf(plot: uPlot, events: readonly ChartEvent[]): Cursor | null {
  const { left = -1, idx } = plot.cursor;
  if (left < 0 || idx == null) return null;
  return {
    left: left + plot.over.offsetLeft,
    isOnRight: left > plot.over.offsetWidth / 2,
    index: idx,
    events: eventsNear(events, left, (ms) => plot.valToPos(ms, 'x')),
  };
}

export const Swatch = ({ color }: { color: string }) => (
  <span className="swatch" style={{ background: color }} aria-hidden />
);

const maxEvents = 3;

function Reading(props: Pick<PlotProps, 'series' | 'data'> & { cursor: Cursor; format: PlotContent['format'] }) {
  const { cursor, series, data, format } = props;
  const { left, isOnRight, index, events } = cursor;
  const at = data[0][index];
  if (at === undefined) return null;
  return (
    <div className="reading" data-flipped={isOnRight || undefined} style={{ left }}>
      <div>{formatInstant(new Date(at).toISOString())}</div>
      {series.map(({ key, label, color }, line) => {
        const value = data[line + 1]?.[index];
        return (
          value != null && (
            <div key={key}>
              <Swatch color={color} /> {label}: {format(value)}
            </div>
          )
        );
      })}
      {events.slice(0, maxEvents).map(({ id, level, message }) => (
        <div key={id}>
          {level}: <ForeignText>{message}</ForeignText>
        </div>
      ))}
      {events.length > maxEvents && <div>and {events.length - maxEvents} more</div>}
    </div>
  );
}
