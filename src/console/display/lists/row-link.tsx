import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { printable } from '../../../text/printable.ts';

interface RowLinkProps {
  /** A page of the console, such as `/nodes/…`. */
  to: `/${string}`;
  title?: string;
  /** What the row is about, in place of something beside it. */
  isMain?: boolean;
  /** A sentence, which has two lines. */
  isMessage?: boolean;
  /** Text that others wrote. */
  children: string;
}

/** A link in a row of a table. It does less than the router's own one, which made a third of what a row costs while somebody scrolls. */
export function RowLink({ to, title, isMain, isMessage, children }: RowLinkProps) {
  const router = useRouter();
  const preload = () => void router.preloadRoute({ to: to as never });
  const follow = (event: MouseEvent) => {
    // The browser opens another tab, another window or a file by itself.
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate({ to: to as never });
  };
  return (
    <a
      // Relative to the page's <base>: the console may be served under a prefix.
      href={`.${to}`}
      title={title}
      className={`row-link foreign mantine-focus-auto${isMain ? ' row-link-main' : ''}${isMessage ? ' two-lines' : ''}`}
      onClick={follow}
      onMouseEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
    >
      {printable(children)}
    </a>
  );
}
