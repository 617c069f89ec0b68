import { printable } from '../../text/printable.ts';

/** Text that others wrote: a name, a message. Shown as it is, but for the characters that would change what stands around it. */
export function ForeignText({ children }: { children: string }) {
  return <span className="foreign">{printable(children)}</span>;
}
