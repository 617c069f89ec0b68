import { Stack, Text } from '@mantine/core';
import { useApiMutation } from '../../api/use-api.tsx';
import { ConfirmButton } from '../../display/dialogs/confirm.tsx';
import { Panel } from '../../display/panel.tsx';
import { useViewer } from '../../session/viewer.ts';
import { LeaveOrganizationDocument } from './operations.generated.ts';

/** Ends the person's own membership. */
export function Leave() {
  const { organization } = useViewer();
  const name = organization?.name ?? 'the organization';
  const leave = useApiMutation(LeaveOrganizationDocument, { failure: 'none', done: `You have left ${name}.` });
  return (
    <Panel title="Leave">
      <Stack align="start" gap="sm">
        <Text fz="sm">You lose access to {name}, and your own keys for it end. To come back takes an invitation.</Text>
        <ConfirmButton
          question={{ title: `Leave ${name}?`, consequence: 'This takes effect at once.', act: 'Leave', variables: {} }}
          mutation={leave}
        >
          Leave the organization
        </ConfirmButton>
      </Stack>
    </Panel>
  );
}
