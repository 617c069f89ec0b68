import { Alert, Skeleton, Stack } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';
import { useConnection } from '../api/use-api.tsx';
import { PendingRows } from '../display/answers.tsx';
import { PageHeader } from '../display/page.tsx';
import { untilFetched } from './until-fetched.ts';

/** A module with a component. */
export type ComponentModule<N extends string, P = object> = Readonly<Record<N, FunctionComponent<P>>>;

type LazyPart<P> = FunctionComponent<P> & { preload: () => Promise<void> };

/** Creates a component from one of a module, which loads on first render. Throws MissingPartError to the page's error component. */
// Not React.lazy: React would hold back the loaded part until its placeholder was shown for 300 ms.
export function lazyPart<N extends string, P extends object>(
  loadModule: () => Promise<ComponentModule<N, P>>,
  name: N,
  Pending: ComponentType | null = PendingPart,
): LazyPart<P> {
  const load = async () => (await loadModule())[name];
  let loaded: ComponentType<P> | undefined;
  const keep = (part: ComponentType<P>) => {
    loaded = part;
  };
  const Part = (props: P) => {
    const [Shown, show] = useState(() => loaded);
    const [failure, fail] = useState<{ error: unknown }>();
    useEffect(() => {
      if (Shown !== undefined) return;
      const left = new AbortController();
      untilFetched(load, left.signal).then(
        (part) => {
          keep(part);
          show(() => part);
        },
        (error: unknown) => left.signal.aborted || fail({ error }),
      );
      return () => left.abort();
    }, [Shown]);
    if (failure !== undefined) throw failure.error;
    if (Shown !== undefined) return <Shown {...props} />;
    return Pending && <Pending />;
  };
  // A failed preload is retried on render.
  return Object.assign(Part, { preload: () => load().then(keep, ignore) });
}

const ignore = () => undefined;

export const PendingPage = () => (
  <Stack aria-busy="true">
    <Skeleton height={32} width={220} />
    <PendingRows height={400} />
  </Stack>
);

/** The placeholder of a part of a page whose code is loading. */
export const PendingTab = () =>
  useConnection().isLive ? (
    <PendingPage />
  ) : (
    <Alert role="alert" color="orange" icon={<IconPlugConnectedX aria-hidden />} title="You’re offline">
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
