import { Alert, Skeleton, Stack } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { type ComponentType, type FunctionComponent, lazy, Suspense, useEffect } from 'react';
import { useConnection } from '../api/use-api.tsx';
import { PageHeader } from '../display/page.tsx';
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

/** What stands in place of a page or a tab that is being fetched. */
export const PendingPage = () => (
  <Stack role="status" aria-busy="true" aria-label="Loading">
    <Skeleton height={32} width={220} />
    <Skeleton height={120} />
    <Skeleton height={240} />
  </Stack>
);

/** What stands in place of a part of a page whose code is being fetched. */
export const PendingTab = () =>
  useConnection().isLive ? (
    <PendingPage />
  ) : (
    <Alert role="alert" color="orange" variant="light" icon={<IconPlugConnectedX aria-hidden />} title="Not loaded yet">
      The control plane does not answer. Check the network, and whether the control plane runs. This page loads when the
      control plane is back.
    </Alert>
  );

/** The same for a page. */
const PendingPart = () => (
  <>
    {!useConnection().isLive && <PageHeader title="This page is not loaded yet" />}
    <PendingTab />
  </>
);
