import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import {
  CreateEnrolmentTokenDocument,
  type CreateEnrolmentTokenMutation,
  EnrolmentTokensDocument,
  type EnrolmentTokensQuery,
  RevokeEnrolmentTokenDocument,
} from '../../../client/operations.generated.ts';
import type { EnrolmentTokenStatus } from '../../../contract/types.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { useApi, useApiMutation } from '../../api/use-api.tsx';
import { CodeBlock, ShownOnce } from '../../display/code-block.tsx';
import { Dialog } from '../../display/dialogs.tsx';
import { Form, FormEnd } from '../../display/form.tsx';
import type { Column } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import { Tone } from '../../display/tone.tsx';
import { installCommand, joinAndRunCommand } from '../overview/join-command.ts';

type TokenRow = NonNullable<EnrolmentTokensQuery['enrolmentTokens']>[number];

const tones: Record<EnrolmentTokenStatus, 'good' | 'busy' | 'idle'> = {
  open: 'busy',
  used: 'good',
  expired: 'idle',
  revoked: 'idle',
};

export function Tokens() {
  const [isMaking, setMaking] = useState(false);
  // Tokens have no change event of their own; using one creates a key.
  const query = useWholeList(
    EnrolmentTokensDocument,
    {},
    { rowsOf: (data) => data.enrolmentTokens, shows: ['apiKey', 'executor'], everySeconds: 15 },
  );
  const revoke = useApiMutation(RevokeEnrolmentTokenDocument, { done: 'Token revoked.' });
  const columns = tokenColumns((id) => revoke.mutate({ where: { id } }));
  return (
    <Panel
      title="Enrolment tokens"
      aside={
        <Button variant="default" size="xs" onClick={() => setMaking(true)}>
          Add host
        </Button>
      }
    >
      <WholeList
        query={query}
        height={60}
        label="Tokens"
        columns={columns}
        rowHeight={40}
        maxHeight="320px"
        empty="No tokens yet. A token adds one host, whose agent then creates and rotates its own key."
      />
      <MakeToken isOpen={isMaking} onClose={() => setMaking(false)} />
    </Panel>
  );
}

const tokenColumns = (onRevoke: (id: string) => void): readonly Column<TokenRow>[] => [
  {
    id: 'for',
    label: 'For',
    width: 2,
    leads: true,
    cell: ({ usedBy, executorName }) => <ForeignText>{usedBy ?? executorName ?? 'any new host'}</ForeignText>,
  },
  { id: 'status', label: 'State', width: '92px', cell: ({ status }) => <Tone tone={tones[status]}>{status}</Tone> },
  { id: 'made', label: 'Created', width: '110px', isForWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'end',
    label: 'Used or expires',
    width: '110px',
    isForWide: true,
    cell: ({ usedAt, expiresAt }) => <Time at={usedAt ?? expiresAt} />,
  },
  {
    id: 'revoke',
    label: 'Revoke',
    hidesLabel: true,
    width: '76px',
    cell: ({ id, status, executorName }) =>
      status === 'open' && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Revoke token for ${executorName ?? 'any new host'}`}
          onClick={() => onRevoke(id)}
        >
          Revoke
        </Button>
      ),
  },
];

const spans = [
  { value: '60', label: '1 hour' },
  { value: '1440', label: '1 day' },
  { value: '10080', label: '1 week' },
];

const initialValues = { executorName: '', minutes: '60' };

type Made = NonNullable<CreateEnrolmentTokenMutation['createEnrolmentToken']>;

/** A token for one host needs its name: by default, an agent enrols with its hostname. */
const joinOf = (endpoint: string, { token, enrolmentToken: { executorName: name } }: Made) => ({
  ...{ endpoint, token, name },
});

export function MakeToken({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { endpoint } = useApi();
  const form = useForm({ initialValues });
  const make = useApiMutation(CreateEnrolmentTokenDocument, { failure: 'none', onDone: () => form.reset() });
  const made = make.data?.createEnrolmentToken;
  const close = () => {
    make.reset();
    form.reset();
    onClose();
  };
  const submit = ({ executorName, minutes }: typeof initialValues) => {
    const name = executorName.trim();
    make.mutate({
      input: { expiresInMinutes: Number(minutes), ...(name === '' ? {} : { executorName: name }) },
    });
  };
  return (
    <Dialog title="Add host" isOpen={isOpen} onClose={close}>
      {made !== undefined ? (
        <Stack>
          <Text fz="sm">
            Install Satrap on the host with the release’s <code>install.sh</code>, then run this command as root. It
            sets up the agent as a service.
          </Text>
          <ShownOnce title="Install command" what="install command" text={installCommand(joinOf(endpoint, made))}>
            The token works once and expires <Time at={made.enrolmentToken.expiresAt} />.
          </ShownOnce>
          <Text variant="hint">Without systemd, the agent runs in the foreground:</Text>
          <CodeBlock text={joinAndRunCommand(joinOf(endpoint, made))} what="command without systemd" />
          <Group justify="end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <Form mutation={make} onSubmit={form.onSubmit(submit)}>
          <TextInput
            label="Host"
            description="Leave empty for any new host, or enter an existing host to replace its key."
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('executorName')}
          />
          <Select label="Expires after" data={spans} allowDeselect={false} {...form.getInputProps('minutes')} />
          <FormEnd act="Create token" isPending={make.isPending} onCancel={close} />
        </Form>
      )}
    </Dialog>
  );
}
