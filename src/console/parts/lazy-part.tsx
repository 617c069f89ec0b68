import { Alert, Skeleton, Stack } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { type ComponentType, type FunctionComponent, lazy, Suspense, useEffect } from 'react';
import { useConnection } from '../api/use-api.tsx';
import { PageHeader } from '../display/page.tsx';
import { untilFetched } from './until-fetched.ts';

/** A lazy component that can be preloaded. */
type LazyPart<P> = FunctionComponent<P> & { preload: () => Promise<void> };

/**
 * Creates a component whose code loads on first render; `Pending` is shown meanwhile. Throws MissingPartError to the page's error
 * component.
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
  // A failed preload is retried on render.
  return Object.assign(Part, { preload: () => load().then(ignore, ignore) });
}

const ignore = () => undefined;

/** The placeholder of a loading page or tab. */
export const PendingPage = () => (
  <Stack role="status" aria-busy="true" aria-label="Loading">
    <Skeleton height={32} width={220} />
    <Skeleton height={120} />
    <Skeleton height={240} />
  </Stack>
);

/** The placeholder of a part of a page whose code is loading. */
export const PendingTab = () =>
  useConnection().isLive ? (
    <PendingPage />
  ) : (
    <Alert role="alert" color="orange" variant="light" icon={<IconPlugConnectedX aria-hidden />} title="You’re offline">
      The control plane is unreachable. Check your network and that the control plane is running. The page loads when
      the connection is back.
    </Alert>
  );

/** The same for a page. */
const PendingPart = () => (
  <>
    {!useConnection().isLive && <PageHeader title="Page not loaded" />}
    <PendingTab />
  </>
);
