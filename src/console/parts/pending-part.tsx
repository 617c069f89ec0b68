import { Alert, Skeleton, Stack } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useConnection } from '../api/use-api.tsx';
import { PageHeader } from '../display/page-header.tsx';

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
export const PendingPart = () => (
  <>
    {!useConnection().isLive && <PageHeader title="This page is not loaded yet" />}
    <PendingTab />
  </>
);
