import { printable } from '../../../text/printable.ts';

/** Text that others wrote: a name, a message. Shown as it is, but for the characters that would change what stands around it. */
export function ForeignText({ children }: { children: string }) {
  return <span className="foreign">{printable(children)}</span>;
}

/** The same for a text of several lines, such as the notes of a release. */
export function ForeignLines({ children }: { children: string }) {
  return <div className="foreign lines">{children.split('\n').map(printable).join('\n')}</div>;
}
