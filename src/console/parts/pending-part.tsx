import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { PageHeader } from '../display/page-header.tsx';
import { PendingPage } from './pending-page.tsx';

export interface PendingProps {
  /** The control plane does not answer, so that it may take longer. */
  isAway: boolean;
}

/** What stands in place of a page whose code is being fetched. */
export function PendingPart({ isAway }: PendingProps) {
  if (!isAway) return <PendingPage />;
  return (
    <>
      <PageHeader title="This page is not here yet" />
      <Away />
    </>
  );
}

/** The same for a part of a page. */
export const PendingTab = ({ isAway }: PendingProps) => (isAway ? <Away /> : <PendingPage />);

const Away = () => (
  <Alert role="alert" color="orange" variant="light" icon={<IconPlugConnectedX aria-hidden />} title="Not here yet">
    The control plane does not answer. Check the network, and whether the control plane runs: what belongs here comes by
    itself as soon as it does.
  </Alert>
);

/** For what stands beside a page, which is there without it. */
export const NothingYet = (): null => null;
