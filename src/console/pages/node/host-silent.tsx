import { Alert, Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { ForeignText } from '../../display/text.tsx';

/** The node's host does not respond to a request. */
export const HostSilent = ({ host, text, retry }: { host: string; text: string; retry: () => void }) => (
  <Alert
    role="alert"
    color="orange"
    icon={<IconPlugConnectedX aria-hidden />}
    title={<ForeignText>{`${host} did not respond`}</ForeignText>}
  >
    {text}
    <Button mt="sm" size="xs" variant="default" display="block" onClick={retry}>
      Retry
    </Button>
  </Alert>
);
