import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useConnection } from '../api/use-api.tsx';
import { formatDuration } from '../display/values/duration.ts';
import { useNow } from '../display/values/use-now.ts';

/** A reader need not learn of a moment without connection. */
const graceMs = 2500;

/** Says how old the page is, while the control plane is not heard of. */
export function ConnectionBanner() {
  const { isLive } = useConnection();
  return isLive ? null : <Lost />;
}

function Lost() {
  const { heardAt } = useConnection();
  const ageMs = useNow(1) - heardAt;
  if (ageMs < graceMs) return null;
  return (
    <Alert
      role="status"
      color="orange"
      variant="light"
      mb="md"
      icon={<IconPlugConnectedX aria-hidden />}
      title="No connection to the control plane"
    >
      What you see is {formatDuration(ageMs / 1000)} old. Nodes go on running; the page goes on by itself.
    </Alert>
  );
}
