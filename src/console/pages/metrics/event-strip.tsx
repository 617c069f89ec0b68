import { Stack } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { EventsDocument, type EventsQuery } from '../../../client/operations.generated.ts';
import type { EventFilterInput, EventLevel } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { SidePanel } from '../../display/dialogs.tsx';
import { ForeignText, formatInstant } from '../../display/text.tsx';
import { EventDetails } from '../events/events-page.tsx';
import { type Mark, marksOf } from './marks.ts';
import { axisWidth, rightSpace } from './plot-options.ts';
import type { Window } from './time-window.ts';

type EventRow = NonNullable<EventsQuery['events']>['nodes'][number];

const maxEvents = 500;
const maxMessages = 3;

interface EventStripProps {
  filter: EventFilterInput;
  level: EventLevel[];
  window: Window;
}

/** The events of a time range as marks below the time axis of a chart: the arrow keys move between them. */
export function EventStrip({ filter, level, window: { fromMs, toMs } }: EventStripProps) {
  const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), take: maxEvents };
  const variables = { filter: { ...filter, level, ...range } };
  const { data } = useApiQuery(EventsDocument, variables, { shows: ['event'], keepsPrevious: true });
  const [pointed, setPointed] = useState<Mark<EventRow> | null>(null);
  const [opened, setOpened] = useState<Mark<EventRow> | null>(null);
  const marks = marksOf(data?.events?.nodes ?? [], { fromMs, toMs });
  const leave = () => setPointed(null);
  if (marks.length === 0) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a strip */}
      <div
        className="strip"
        role="group"
        aria-label={`Events: ${counted(marks.length, 'mark')}`}
        style={{ marginInline: `${axisWidth}px ${rightSpace}px` }}
        onMouseLeave={leave}
      >
        {marks.map((mark, index) => (
          <button
            key={mark.place}
            type="button"
            className="mark"
            data-level={mark.level}
            style={{ left: `${mark.place * 100}%` }}
            tabIndex={index === marks.length - 1 ? 0 : -1}
            aria-label={labelOf(mark)}
            onMouseEnter={() => setPointed(mark)}
            onFocus={() => setPointed(mark)}
            onBlur={leave}
            onKeyDown={moveFocus}
            onClick={() => setOpened(mark)}
          />
        ))}
        {pointed !== null && (
          <div
            className="reading"
            data-flipped={pointed.place > 0.5 || undefined}
            style={{ left: `${pointed.place * 100}%` }}
            aria-hidden
          >
            <div>{timeOf(pointed)}</div>
            {pointed.events.slice(0, maxMessages).map(({ id, level, message }) => (
              <div key={id}>
                {level}: <ForeignText>{message}</ForeignText>
              </div>
            ))}
            {pointed.events.length > maxMessages && <div>and {pointed.events.length - maxMessages} more</div>}
          </div>
        )}
      </div>
      <SidePanel title="Events" isOpen={opened !== null} onClose={() => setOpened(null)}>
        <Stack gap="xl">
          {opened?.events.map((event) => (
            <EventDetails key={event.id} event={event} />
          ))}
        </Stack>
      </SidePanel>
    </>
  );
}

const timeOf = ({ events }: Mark<EventRow>) => formatInstant(events.at(-1)?.at ?? '');

const labelOf = (mark: Mark<EventRow>) =>
  `${timeOf(mark)}: ${counted(mark.events.length, 'event')}, ${mark.level}: ${mark.events[0]?.message}`;

function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLButtonElement>): void {
  const to = { ArrowLeft: currentTarget.previousElementSibling, ArrowRight: currentTarget.nextElementSibling }[key];
  if (to instanceof HTMLButtonElement) to.focus();
}
