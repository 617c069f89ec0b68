import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { printable } from '../../text/printable.ts';
import { Time } from './time.tsx';

/** An ISO 8601 instant, as the control plane and agents write it into their messages. */
const instants = /\b(?:at )?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** Text that others wrote: a name, a message. Shown as it is, but for the characters that would change what stands around it. */
export function ForeignText({ children }: { children: string }) {
  return <span className="foreign">{printable(children)}</span>;
}

/** The same for a sentence of the control plane or an agent: the times in it are shown relative to now, the exact one on hover. */
export function MessageText({ children }: { children: string }) {
  // Every second part is what the pattern captured.
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

/** The same for a text of several lines, such as the notes of a release. */
export function ForeignLines({ children }: { children: string }) {
  return <div className="foreign lines">{children.split('\n').map(printable).join('\n')}</div>;
}

/** Longer texts are cut: whatever stands below must stay in sight. */
const shownLength = 300;

/** A text that others wrote, of any length: its beginning, and the rest on request. */
export function LongText({ children }: { children: string }) {
  const [isOpen, setOpen] = useState(false);
  if (children.length <= shownLength) return <MessageText>{children}</MessageText>;
  return (
    <>
      <MessageText>{isOpen ? children : `${children.slice(0, shownLength)}…`}</MessageText>{' '}
      <Anchor component="button" type="button" fz="inherit" underline="always" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Show less' : 'Show more'}
      </Anchor>
    </>
  );
}

/** Why something is so, in two lines of a row of a table; all of it is seen on hover. */
export const Reason = ({ children }: { children: string | null | undefined }) =>
  children == null ? (
    '–'
  ) : (
    <span className="two-lines" title={children}>
      <MessageText>{children}</MessageText>
    </span>
  );
