import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { LatePart } from './late-part.ts';
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
  const late = new LatePart(load);
  function Part(props: P) {
    const part = useSyncExternalStore(late.subscribe, late.get);
    const [isAway, setAway] = useState(false);
    const [error, setError] = useState<unknown>();
    useEffect(() => {
      const ended = new AbortController();
      untilFetched(late.fetch, { onAway: () => setAway(true), signal: ended.signal }).catch(setError);
      return () => ended.abort();
    }, []);
    if (error !== undefined) throw error;
    return part === undefined ? <Pending isAway={isAway} /> : createElement(part, props);
  }
  // What fails in advance is tried again when it is needed.
  return Object.assign(Part, { preload: () => late.fetch().catch(() => undefined) });
}
