import { Stack, Tooltip } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { EventsDocument } from '../../../client/operations.generated.ts';
import type { EventFilterInput, EventLevel } from '../../../contract/types.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { SidePanel } from '../../display/dialogs.tsx';
import { formatCount } from '../../display/format.ts';
import { ForeignText, formatInstant } from '../../display/text.tsx';
import { EventDetails, type EventRow } from '../events/events-page.tsx';
import { type Mark, marksOf } from './marks.ts';
import { axisWidth, rightSpace } from './plot-options.ts';
import { isoOf, type Window } from './time-window.ts';

const maxEvents = 500;
const maxMessages = 3;

interface EventStripProps {
  filter: EventFilterInput;
  level: EventLevel[];
  window: Window;
}

/** The events of a time range as marks below the time axis of a chart: the arrow keys move between them. */
export function EventStrip({ filter, level, window: { fromMs, toMs } }: EventStripProps) {
  const range = { from: isoOf(fromMs), to: isoOf(toMs), take: maxEvents };
  const variables = { filter: { ...filter, level, ...range } };
  const { data } = useApiQuery(EventsDocument, variables, { shows: ['event'], keepsPrevious: true });
  const [opened, setOpened] = useState<Mark<EventRow>>();
  const [read, setRead] = useState<{ id: string; at: HTMLElement } | null>(null);
  const marks = marksOf(data?.events?.nodes ?? [], { fromMs, toMs });
  // A mark that goes sends no event.
  const readMark = marks.find(({ id }) => id === read?.id);
  if (marks.length === 0) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a strip */}
      <div
        className="strip"
        role="group"
        aria-label={`Events: ${formatCount(marks.length, 'mark')}`}
        style={{ marginInline: `${axisWidth}px ${rightSpace}px` }}
      >
        {marks.map((mark, index) => (
          <button
            key={mark.id}
            type="button"
            className="mark"
            data-level={mark.level}
            style={{ left: `${mark.place * 100}%` }}
            tabIndex={index === marks.length - 1 ? 0 : -1}
            aria-label={labelOf(mark)}
            onKeyDown={moveFocus}
            onPointerEnter={({ currentTarget }) => setRead({ id: mark.id, at: currentTarget })}
            onFocus={({ currentTarget }) => setRead({ id: mark.id, at: currentTarget })}
            onPointerLeave={() => setRead(null)}
            onBlur={() => setRead(null)}
            onClick={() => setOpened(mark)}
          />
        ))}
      </div>
      {/* One for all marks: a tooltip takes longer to create than its mark. Escape closes it. */}
      {read && readMark && (
        <Tooltip key={read.id} target={read.at} defaultOpened label={<Reading mark={readMark} />} multiline maw={260} />
      )}
      <SidePanel title={() => 'Events'} of={opened} onClose={() => setOpened(undefined)}>
        {({ events }) => (
          <Stack gap="xl">
            {events.map((event) => (
              <EventDetails key={event.id} event={event} />
            ))}
          </Stack>
        )}
      </SidePanel>
    </>
  );
}

const Reading = ({ mark }: { mark: Mark<EventRow> }) => (
  <>
    <div>{timeOf(mark)}</div>
    {mark.events.slice(0, maxMessages).map(({ id, level, message }) => (
      <div key={id}>
        {level}: <ForeignText>{message}</ForeignText>
      </div>
    ))}
    {mark.events.length > maxMessages && <div>and {mark.events.length - maxMessages} more</div>}
  </>
);

const timeOf = ({ events }: Mark<EventRow>) => formatInstant(events.at(-1)?.at ?? '');

const labelOf = (mark: Mark<EventRow>) =>
  `${timeOf(mark)}: ${formatCount(mark.events.length, 'event')}, ${mark.level}: ${mark.events[0]?.message}`;

function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLButtonElement>): void {
  const to = { ArrowLeft: currentTarget.previousElementSibling, ArrowRight: currentTarget.nextElementSibling }[key];
  if (to instanceof HTMLButtonElement) to.focus();
}
