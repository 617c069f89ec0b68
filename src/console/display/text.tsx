import { Anchor, type AnchorProps, Text, type TextProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { stateWord } from '../../contract/health.ts';
import { formatDuration } from '../../text/format-duration.ts';
import { printable } from '../../text/printable.ts';
import { useClock } from '../api/use-clock.ts';
import { formatAge, type StateLook } from './format.ts';

/** An ISO 8601 timestamp within a message of the control plane or an agent. */
export const instants = /\b(?:at )?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** Untrusted text, such as a name. Escapes characters that would affect the text around it. */
export const ForeignText = ({ children }: { children: string }) => (
  <span className="foreign">{printable(children)}</span>
);

/** The same as a paragraph, or as a part of one with `span`; nothing for null. */
export const ForeignLine = ({ children, ...text }: TextProps & { children: string | null | undefined }) =>
  children != null && (
    <Text {...text}>
      <ForeignText>{children}</ForeignText>
    </Text>
  );

/** An untrusted message. Shows its timestamps as relative time, with the exact time on hover. */
export function MessageText({ children }: { children: string }) {
  // Odd indexes hold the captured timestamps.
  let offset = 0;
  return (
    <span className="foreign">
      {printable(children)
        .split(instants)
        .map((part, index) => {
          offset += part.length;
          return index % 2 === 1 && !Number.isNaN(Date.parse(part)) ? <Time key={offset} at={part} /> : part;
        })}
    </span>
  );
}

/** Untrusted text of several lines, such as release notes. */
export const ForeignLines = ({ children }: { children: string }) => (
  <div className="foreign" style={{ whiteSpace: 'pre-wrap' }}>
    {children.split('\n').map(printable).join('\n')}
  </div>
);

/** Longer texts are truncated, to keep the content below visible. */
const shownLength = 300;

/** An untrusted text, truncated where long, with a "Show more" button. */
export function LongText({ children }: { children: string }) {
  const [isOpen, setOpen] = useState(false);
  if (children.length <= shownLength) return <MessageText>{children}</MessageText>;
  return (
    <>
      <MessageText>{isOpen ? children : `${children.slice(0, shownLength)}…`}</MessageText>{' '}
      <TextButton fz="inherit" underline="always" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Show less' : 'Show more'}
      </TextButton>
    </>
  );
}

interface PageLinkProps extends AnchorProps {
  to: string;
  search?: object | undefined;
  onClick?: () => void;
  children: ReactNode;
}

/** A link to a page of the console; its text may be untrusted. */
export const PageLink = ({ search = {}, children, ...link }: PageLinkProps) => (
  <Anchor component={Link} search={search as never} fz="sm" {...link}>
    {typeof children === 'string' ? <ForeignText>{children}</ForeignText> : children}
  </Anchor>
);

/** A link within a sentence. */
export const TextLink = (link: PageLinkProps) => <PageLink fz="inherit" underline="always" {...link} />;

/** A link to a page of the documentation, in a tab of its own. The address is relative to the page's <base>. */
export const DocumentationLink = ({ to }: { to: string }) => (
  <Anchor href={`docs/${to}`} target="_blank" c="inherit" fz="inherit" underline="always">
    Documentation
  </Anchor>
);

type TextButtonProps = AnchorProps & { onClick: () => void; children: ReactNode; 'aria-label'?: string };

/** A button that looks like a link, such as one that opens the details of a row. */
export const TextButton = (props: TextButtonProps) => <Anchor component="button" type="button" fz="sm" {...props} />;

/** A name with a note below it. In a table, both are truncated. */
export const Named = ({ name, note, truncate = false }: { name: ReactNode; note?: ReactNode; truncate?: boolean }) => (
  <div>
    <Text fz="sm" fw={500} truncate={truncate}>
      {typeof name === 'string' ? <ForeignText>{name}</ForeignText> : name}
    </Text>
    {note && (
      <Text variant="note" truncate={truncate}>
        {note}
      </Text>
    )}
  </div>
);

/** A reason in a table row, clamped to two lines; the whole text on hover. */
export const Reason = ({ children }: { children: string | null | undefined }) =>
  children == null ? (
    '–'
  ) : (
    <span className="two-lines" title={children}>
      <MessageText>{children}</MessageText>
    </span>
  );

/** When a tooltip is shown. */
export const onAll = { hover: true, focus: true, touch: true };

interface ToneProps {
  tone: StateLook['tone'];
  /** A filled pill, for what asks for attention, such as a severity. */
  isPill?: boolean;
  children: string;
}

/** A word with the glyph of its tone. */
export const Tone = ({ tone, isPill, children }: ToneProps) => (
  <span
    className={isPill ? 'phase pill' : 'phase'}
    data-tone={tone}
    style={{ '--tone': `var(--console-${tone})` } as object}
  >
    {children}
  </span>
);

/** A node's state in the tone of its health. */
export const NodeState = (node: Parameters<typeof stateWord>[0]) => (
  <Tone tone={node.health.level}>{stateWord(node)}</Tone>
);

/** Returns the control plane's time in milliseconds since 1970 and re-renders every `everySeconds`. */
export function useNow(everySeconds = 10): number {
  const clock = useClock();
  const [, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  // Read at each render: new data would otherwise be in the future of the last tick.
  return clock.now();
}

interface TimeProps {
  at: string;
  everySeconds?: number;
  /** Whether the instant cannot be in the future; a future value is clock skew and is clamped to now. */
  isPast?: boolean;
}

/** An instant as relative time, with the exact time on hover. */
export function Time({ at, everySeconds = 10, isPast = false }: TimeProps) {
  const clock = useNow(everySeconds);
  const now = isPast ? Math.max(clock, Date.parse(at)) : clock;
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatAge(at, now)}
    </time>
  );
}

/** The time since an instant, with the instant on hover. */
export function Lasting({ since }: { since: string }) {
  const now = useNow(1);
  return (
    <time dateTime={since} title={formatInstant(since)}>
      {formatDuration((now - Date.parse(since)) / 1000)}
    </time>
  );
}

const instantFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

export const formatInstant = (at: string): string => instantFormat.format(new Date(at));

/** A label with a relative time, such as "last used 3 min ago". */
export const Dated = ({ label, at, none }: { label: string; at: string | null; none: string }) =>
  at === null ? (
    none
  ) : (
    <>
      {label} <Time at={at} />
    </>
  );
