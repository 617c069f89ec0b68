import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { Confirm } from '../../display/dialogs/confirm.tsx';
import { Panel } from '../../display/panel.tsx';
import { useViewer } from '../../session/viewer.ts';
import { LeaveOrganizationDocument } from './operations.generated.ts';

/** Ends the person's own membership. */
export function Leave() {
  const { organization } = useViewer();
  const [isAsked, setAsked] = useState(false);
  const name = organization?.name ?? 'the organization';
  const leave = useApiMutation(LeaveOrganizationDocument, { failure: 'none', done: `You have left ${name}.` });
  return (
    <Panel title="Leave">
      <Stack align="start" gap="sm">
        <Text fz="sm">You lose access to {name}, and your own keys for it end. To come back takes an invitation.</Text>
        <Button color="red" variant="outline" onClick={() => setAsked(true)}>
          Leave the organization
        </Button>
      </Stack>
      <Confirm
        question={
          isAsked
            ? { title: `Leave ${name}?`, consequence: 'This takes effect at once.', act: 'Leave', variables: {} }
            : undefined
        }
        onClose={() => setAsked(false)}
        mutation={leave}
      />
    </Panel>
  );
}
