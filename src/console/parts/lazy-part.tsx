import { type ComponentType, type FunctionComponent, lazy, Suspense, useEffect } from 'react';
import { PendingPart } from './pending-part.tsx';
import { untilFetched } from './until-fetched.ts';

/** A component that can be fetched before it is shown. */
type LazyPart<P> = FunctionComponent<P> & { preload: () => Promise<void> };

/**
 * Makes a component whose code is fetched when it is shown first. `Pending` stands in its place until then. Throws MissingPartError to the
 * page's error component.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Pending: ComponentType | null = PendingPart,
): LazyPart<P> {
  let shown = 0;
  const fetched = () => untilFetched(load, () => shown > 0);
  const Late = lazy(async () => ({ default: (await fetched()) as FunctionComponent<object> }));
  const Part = (props: P) => {
    useEffect(() => {
      shown++;
      return () => {
        shown--;
      };
    }, []);
    return (
      <Suspense fallback={Pending && <Pending />}>
        <Late {...props} />
      </Suspense>
    );
  };
  // A failed preload is repeated when the part is shown.
  return Object.assign(Part, { preload: () => load().then(ignore, ignore) });
}

const ignore = () => undefined;
