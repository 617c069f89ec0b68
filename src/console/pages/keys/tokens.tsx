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
  // Nothing names the change of a token; its use makes a key.
  const query = useWholeList(
    EnrolmentTokensDocument,
    {},
    { rowsOf: (data) => data.enrolmentTokens, shows: ['apiKey', 'executor'], everySeconds: 15 },
  );
  const revoke = useApiMutation(RevokeEnrolmentTokenDocument, { done: 'The token is worthless now.' });
  const columns = tokenColumns((id) => revoke.mutate({ where: { id } }));
  return (
    <Panel
      title="Enrolment tokens"
      aside={
        <Button variant="default" size="xs" onClick={() => setMaking(true)}>
          Let a host join
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
        empty="None. With a token, the agent of one host gets a key of its own, which it changes in time by itself."
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
    cell: ({ usedBy, executorName }) => <ForeignText>{usedBy ?? executorName ?? 'any new executor'}</ForeignText>,
  },
  { id: 'status', label: 'State', width: '92px', cell: ({ status }) => <Tone tone={tones[status]}>{status}</Tone> },
  { id: 'made', label: 'Made', width: '110px', isForWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'end',
    label: 'Used or ends',
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
          aria-label={`Revoke the token for ${executorName ?? 'any new executor'}`}
          onClick={() => onRevoke(id)}
        >
          Revoke
        </Button>
      ),
  },
];

const spans = [
  { value: '60', label: 'an hour' },
  { value: '1440', label: 'a day' },
  { value: '10080', label: 'a week' },
];

const initialValues = { executorName: '', minutes: '60' };

type Made = NonNullable<CreateEnrolmentTokenMutation['createEnrolmentToken']>;

/** An agent that joins has the name of its host, which a token for one executor may not be for. */
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
    <Dialog title="Let a host join" isOpen={isOpen} onClose={close}>
      {made !== undefined ? (
        <Stack>
          <Text fz="sm">
            Run this on the host, as root, where <code>install.sh</code> of a release has put Satrap. The agent becomes
            a service there:
          </Text>
          <ShownOnce title="The command" what="the command" text={installCommand(joinOf(endpoint, made))}>
            The token works once, and ends <Time at={made.enrolmentToken.expiresAt} />.
          </ShownOnce>
          <Text variant="hint">Where the host has no systemd:</Text>
          <CodeBlock text={joinAndRunCommand(joinOf(endpoint, made))} what="the command without systemd" />
          <Group justify="end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <Form mutation={make} onSubmit={form.onSubmit(submit)}>
          <TextInput
            label="Only for the executor"
            description="Also for one that is here already and has lost its key. Empty: any new one."
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('executorName')}
          />
          <Select label="Ends after" data={spans} allowDeselect={false} {...form.getInputProps('minutes')} />
          <FormEnd act="Make the token" isPending={make.isPending} onCancel={close} />
        </Form>
      )}
    </Dialog>
  );
}
