import { Skeleton, Stack } from '@mantine/core';

/** What stands in place of a page or a tab that is being fetched. */
export function PendingPage() {
  return (
    <Stack role="status" aria-busy="true" aria-label="Loading">
      <Skeleton height={32} width={220} />
      <Skeleton height={120} />
      <Skeleton height={240} />
    </Stack>
  );
}
