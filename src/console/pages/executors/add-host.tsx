import { Alert, Group, Loader, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck } from '@tabler/icons-react';
import {
  CreateEnrolmentTokenDocument,
  type CreateEnrolmentTokenMutation,
  EnrolmentTokensDocument,
} from '../../../client/operations.generated.ts';
import { isLoopback } from '../../../contract/endpoint-url.ts';
import { installCommand, type Join, oneLineCommand } from '../../../contract/join-command.ts';
import { formatRemaining } from '../../../text/format-duration.ts';
import { useApi, useApiQuery, useFormMutation } from '../../api/use-api.tsx';
import { CodeBlock } from '../../display/code-block.tsx';
import { Form, FormEnd, FormResult, SubmitButton } from '../../display/form.tsx';
import { DocumentationLink, ForeignText, TextButton, useNow } from '../../display/text.tsx';
import { DeployLink } from '../nodes/deploy-link.tsx';
import { ExecutorListDocument } from './operations.generated.ts';

type Token = NonNullable<CreateEnrolmentTokenMutation['createEnrolmentToken']>['enrolmentToken'];

/** Adds a host: the command with a new token, then the wait until the host is online. `isFirst`: on the first run, without options. */
export function AddHost({ isFirst = false }: { isFirst?: boolean }) {
  const { endpoint } = useApi();
  const form = useForm({ initialValues: { executorName: '' } });
  const create = useFormMutation(CreateEnrolmentTokenDocument);
  const made = create.data?.createEnrolmentToken;
  if (made !== undefined) {
    const { token, enrolmentToken, installFault } = made;
    // Without a name, an agent enrols with its hostname.
    const result = (
      <>
        <LoopbackWarning endpoint={endpoint} />
        <JoinCommands join={{ endpoint, token, name: enrolmentToken.executorName }} fault={installFault} />
        <JoinProgress token={enrolmentToken} onAgain={create.reset} />
      </>
    );
    return isFirst ? <Stack gap="sm">{result}</Stack> : <FormResult>{result}</FormResult>;
  }
  return (
    <Form
      mutation={create}
      onSubmit={form.onSubmit(({ executorName }) =>
        create.mutate({ data: { executorName: executorName.trim() || undefined } }),
      )}
    >
      <Text fz="sm">Run one command on any Linux machine with systemd. It installs the agent and joins.</Text>
      {isFirst ? (
        <SubmitButton>Create install command</SubmitButton>
      ) : (
        <>
          <TextInput
            label="Host"
            description="Leave empty for any new host, or enter an existing host to replace its key."
            data-autofocus
            {...form.getInputProps('executorName')}
          />
          <FormEnd act="Create install command" />
        </>
      )}
    </Form>
  );
}

/** Warns of commands that reach this control plane from its own machine alone. */
function LoopbackWarning({ endpoint }: Pick<Join, 'endpoint'>) {
  const { hostname } = new URL(endpoint);
  if (!isLoopback(hostname)) return null;
  return (
    <Alert color="orange" title={`${hostname} is this machine only`}>
      Other hosts cannot reach the control plane at this address. Open the console at its public URL to add them.
    </Alert>
  );
}

interface JoinCommandsProps {
  join: Join;
  /** Why one command cannot install the agent; null if it can. */
  fault: string | null;
}

const JoinCommands = ({ join, fault }: JoinCommandsProps) => (
  <Tabs defaultValue={fault === null ? 'linux' : 'installed'} keepMounted={false}>
    <Tabs.List>
      {fault === null && <Tabs.Tab value="linux">Linux</Tabs.Tab>}
      <Tabs.Tab value="container">Docker container</Tabs.Tab>
      <Tabs.Tab value="installed">Satrap is installed</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="linux" pt="sm">
      <CodeBlock text={oneLineCommand(join)} what="install command" />
      <Text variant="hint" mt="xs">
        Downloads the release of this control plane, verifies its signature, and installs the agent as a service. On
        Debian and Ubuntu it also installs Docker if the host has no engine.
      </Text>
    </Tabs.Panel>
    <Tabs.Panel value="container" pt="sm">
      <Text fz="sm">
        Build the agent’s image, and start it with Docker Compose and this token.{' '}
        <DocumentationLink to="hosts/containers.html" />
      </Text>
      <CodeBlock text={join.token} what="token" />
    </Tabs.Panel>
    <Tabs.Panel value="installed" pt="sm">
      <CodeBlock text={installCommand(join)} what="install command" />
      <Text variant="hint" mt="xs">
        {fault !== null && 'This control plane has no release to download. Install Satrap on the host first. '}
        Run the command as root. <DocumentationLink to="hosts/install.html" />
      </Text>
    </Tabs.Panel>
  </Tabs>
);

/** Follows a token until its host is online. */
function JoinProgress({ token, onAgain }: { token: Token; onAgain: () => void }) {
  const now = useNow(1);
  // Tokens have no change event of their own; using one creates a key.
  const tokens = useApiQuery(
    EnrolmentTokensDocument,
    { take: 50 },
    { shows: ['api_key', 'executor'], everySeconds: 5 },
  );
  const name = tokens.data?.enrolmentTokens?.find(({ id }) => id === token.id)?.usedBy ?? null;
  const hosts = useApiQuery(
    ExecutorListDocument,
    { where: { name: { equals: name ?? '' } } },
    { shows: ['executor'], everySeconds: 5, enabled: name !== null },
  );
  const secondsLeft = (Date.parse(token.expiresAt) - now) / 1000;
  const isOnline = hosts.data?.executorsConnection?.nodes.some(({ status }) => status === 'online');
  if (name === null && secondsLeft <= 0)
    return (
      <Text fz="sm" role="status">
        The token has expired. <TextButton onClick={onAgain}>Create another command</TextButton>
      </Text>
    );
  return (
    <Stack gap={4}>
      <Group gap="sm" role="status" wrap="nowrap">
        {isOnline ? (
          <IconCircleCheck size={20} color="var(--console-good)" aria-hidden />
        ) : (
          <Loader size="xs" aria-hidden />
        )}
        <Text fz="sm" fw={500}>
          {name === null ? (
            'Waiting for the host…'
          ) : (
            <>
              <ForeignText>{name}</ForeignText>
              {isOnline ? ' is connected and ready for nodes.' : ' has joined. Waiting for its first heartbeat…'}
            </>
          )}
        </Text>
        {isOnline && <DeployLink />}
      </Group>
      {name === null && (
        <Text variant="note">
          The token works once and expires in {formatRemaining(secondsLeft)}. Copy the command now; you won’t see it
          again.
        </Text>
      )}
    </Stack>
  );
}
