import { type ComponentType, createElement, type FunctionComponent, useEffect, useReducer, useState } from 'react';
import { PendingPart, type PendingProps } from './pending-part.tsx';
import { untilFetched } from './until-fetched.ts';

/** A component that can be fetched before it is shown. */
export type LazyPart<P> = FunctionComponent<P> & { preload: () => Promise<void> };

/**
 * Makes a component whose code is fetched when it is shown first. `Pending` stands in its place until then. Throws MissingPartError to the
 * page's error component.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Pending: ComponentType<PendingProps> = PendingPart,
): LazyPart<P> {
  let part: ComponentType<P> | undefined;
  const fetchPart = async () => {
    part ??= await load();
  };
  function Part(props: P) {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const [isAway, setAway] = useState(false);
    const [error, setError] = useState<unknown>();
    const isThere = part !== undefined;
    useEffect(() => {
      // What was drawn counts: a part that came in advance, between the drawing and this, has to be drawn as well.
      if (isThere) return;
      const ended = new AbortController();
      untilFetched(fetchPart, { onAway: () => setAway(true), signal: ended.signal }).then(redraw, setError);
      return () => ended.abort();
    }, [isThere]);
    if (error !== undefined) throw error;
    return part === undefined ? <Pending isAway={isAway} /> : createElement(part, props);
  }
  // What fails in advance is tried again when it is needed.
  return Object.assign(Part, { preload: () => fetchPart().catch(() => undefined) });
}
