import { Group, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CreateEnrolmentTokenDocument } from '../../../client/operations.generated.ts';
import { useApi, useApiMutation } from '../../api/use-api.tsx';
import { CodeBlock } from '../../display/code-block.tsx';
import { MutationButton } from '../../display/form.tsx';
import { Panel } from '../../display/page.tsx';
import { Time } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { DeployLink } from '../nodes/deploy-link.tsx';
import { installCommand, type Join, joinAndRunCommand } from './join-command.ts';

export function FirstSteps({ hasExecutor }: { hasExecutor: boolean }) {
  const { mayChange } = useRights();
  if (hasExecutor)
    return (
      <Panel title="Deploy your first node">
        <Stack align="start">
          <Text>A host is connected and ready for a node.</Text>
          {mayChange && <DeployLink />}
        </Stack>
      </Panel>
    );
  return (
    <Panel title="Add your first host">
      {mayChange ? <AddHost /> : <Text>No hosts yet. Ask an owner or admin of the organization to add one.</Text>}
    </Panel>
  );
}

/** The install command with a new enrolment token, then the wait for the agent. */
function AddHost() {
  const { endpoint } = useApi();
  const create = useApiMutation(CreateEnrolmentTokenDocument);
  const made = create.data?.createEnrolmentToken;
  if (made === undefined)
    return (
      <Stack align="start">
        <Text>
          Run one command on any Linux machine with Docker. It contains a token that works once and expires in an hour.
        </Text>
        <MutationButton mutation={create} variables={{ data: {} }}>
          Create install command
        </MutationButton>
      </Stack>
    );
  return (
    <Stack>
      <JoinCommands join={{ endpoint, token: made.token }} />
      <Group gap="sm" role="status">
        <Loader size="xs" aria-hidden />
        <Text variant="hint">
          Waiting for the host to connect… The token expires <Time at={made.enrolmentToken.expiresAt} />.
        </Text>
      </Group>
    </Stack>
  );
}

/** The commands that add a host. `children` replaces that for a host with systemd. */
export const JoinCommands = ({ join, children }: { join: Join; children?: ReactNode }) => (
  <>
    <Text fz="sm">
      Install Satrap on the host with the release’s <code>install.sh</code>, then run this command as root. It sets up
      the agent as a service.
    </Text>
    {children ?? <CodeBlock text={installCommand(join)} what="install command" />}
    <Text variant="hint">Without systemd, the agent runs in the foreground:</Text>
    <CodeBlock text={joinAndRunCommand(join)} what="command without systemd" />
  </>
);
