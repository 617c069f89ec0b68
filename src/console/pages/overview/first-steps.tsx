import { Group, Loader, Stack, Text } from '@mantine/core';
import { CreateEnrolmentTokenDocument } from '../../../client/operations.generated.ts';
import { useApi, useApiMutation } from '../../api/use-api.tsx';
import { MutationButton } from '../../display/action-button.tsx';
import { CodeBlock } from '../../display/code-block.tsx';
import { Panel } from '../../display/page.tsx';
import { Time } from '../../display/time.tsx';
import { useRights } from '../../session/viewer.ts';
import { DeployLink } from '../nodes/deploy-link.tsx';
import { installCommand, joinAndRunCommand } from './join-command.ts';

export function FirstSteps({ hasExecutor }: { hasExecutor: boolean }) {
  const { mayChange } = useRights();
  if (hasExecutor) return <FirstNode />;
  return (
    <Panel title="Begin with a host">
      {mayChange ? (
        <Join />
      ) : (
        <Text>There is no executor yet. An owner or admin of the organization installs an agent on a host.</Text>
      )}
    </Panel>
  );
}

/** One command for a host, with a fresh token, and the wait for its agent. */
function Join() {
  const { endpoint } = useApi();
  const create = useApiMutation(CreateEnrolmentTokenDocument);
  const made = create.data?.createEnrolmentToken;
  if (made === undefined)
    return (
      <Stack align="start">
        <Text>
          A host with Docker becomes an executor, which runs nodes, when Satrap’s agent joins with a token. The token
          works once, within an hour.
        </Text>
        <MutationButton mutation={create} variables={{ input: { expiresInMinutes: 60 } }}>
          Show the command
        </MutationButton>
      </Stack>
    );
  return (
    <Stack>
      <Text>
        Run this on the host, as root, where <code>install.sh</code> of a release has put Satrap. The agent becomes a
        service there:
      </Text>
      <CodeBlock text={installCommand({ endpoint, token: made.token })} what="the command" />
      <Text variant="hint">Where the host has no systemd:</Text>
      <CodeBlock text={joinAndRunCommand({ endpoint, token: made.token })} what="the command without systemd" />
      <Group gap="sm" role="status">
        <Loader size="xs" aria-hidden />
        <Text variant="hint">
          Waiting for the agent; the page goes on by itself. The token ends <Time at={made.enrolmentToken.expiresAt} />.
        </Text>
      </Group>
    </Stack>
  );
}

function FirstNode() {
  const { mayChange } = useRights();
  return (
    <Panel title="Deploy a node">
      <Stack align="start">
        <Text>An executor is here and waits for a node.</Text>
        {mayChange && <DeployLink />}
      </Stack>
    </Panel>
  );
}
