import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  CreateEnrolmentTokenDocument,
  EnrolmentTokensDocument,
  type EnrolmentTokensQuery,
  RevokeEnrolmentTokenDocument,
} from '../../../client/operations.generated.ts';
import { useApi, useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { DialogButton } from '../../display/dialogs.tsx';
import { Form, FormEnd, FormResult, OperationButton } from '../../display/form.tsx';
import { actionsColumn, type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { toneColumn } from '../../display/lists/rows.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText, Time } from '../../display/text.tsx';
import { JoinCommands } from '../overview/first-steps.tsx';
import { installCommand } from '../overview/join-command.ts';

type TokenRow = NonNullable<EnrolmentTokensQuery['enrolmentTokens']>[number];

const tones = { open: 'busy', used: 'good', expired: 'idle', revoked: 'idle' } as const;

export function Tokens() {
  // Tokens have no change event of their own; using one creates a key.
  const query = useWholeList(EnrolmentTokensDocument, {}, { shows: ['api_key', 'executor'], everySeconds: 15 });
  return (
    <Panel
      title="Enrolment tokens"
      aside={
        <DialogButton label="Add host" variant="default" size="xs">
          <MakeToken />
        </DialogButton>
      }
    >
      <WholeList
        query={query}
        height={60}
        label="Tokens"
        columns={tokenColumns}
        rowHeight={40}
        maxHeight="320px"
        empty="No tokens yet. A token adds one host, whose agent then creates and rotates its own key."
      />
    </Panel>
  );
}

const tokenColumns: readonly Column<TokenRow>[] = [
  leadColumn('For', 2, ({ usedBy, executorName }) => (
    <ForeignText>{usedBy ?? executorName ?? 'any new host'}</ForeignText>
  )),
  toneColumn('State', '92px', tones, ({ status }) => status),
  wideColumn('Created', '110px', ({ createdAt }) => <Time at={createdAt} />),
  wideColumn('Used or expires', '110px', ({ usedAt, expiresAt }) => <Time at={usedAt ?? expiresAt} />),
  actionsColumn('76px', ({ id, status, executorName }) =>
    status === 'open' ? (
      <OperationButton
        size="compact-xs"
        aria-label={`Revoke token for ${executorName ?? 'any new host'}`}
        operation={RevokeEnrolmentTokenDocument}
        variables={{ where: { id } }}
        done="Token revoked."
      >
        Revoke
      </OperationButton>
    ) : null,
  ),
];

const spans = [
  { value: '60', label: '1 hour' },
  { value: '1440', label: '1 day' },
  { value: '10080', label: '1 week' },
];

export function MakeToken() {
  const { endpoint } = useApi();
  const form = useForm({ initialValues: { executorName: '', minutes: '60' } });
  const make = useFormMutation(CreateEnrolmentTokenDocument);
  const made = make.data?.createEnrolmentToken;
  if (made !== undefined) {
    const { token, enrolmentToken } = made;
    // Without a name, an agent enrols with its hostname.
    const join = { endpoint, token, name: enrolmentToken.executorName };
    return (
      <FormResult>
        <JoinCommands join={join}>
          <ShownOnce title="Install command" what="install command" text={installCommand(join)}>
            The token works once and expires <Time at={enrolmentToken.expiresAt} />.
          </ShownOnce>
        </JoinCommands>
      </FormResult>
    );
  }
  return (
    <Form
      mutation={make}
      onSubmit={form.onSubmit(({ executorName, minutes }) =>
        make.mutate({
          data: { expiresInSeconds: Number(minutes) * 60, executorName: executorName.trim() || undefined },
        }),
      )}
    >
      <TextInput
        label="Host"
        description="Leave empty for any new host, or enter an existing host to replace its key."
        data-autofocus
        {...form.getInputProps('executorName')}
      />
      <Select label="Expires after" data={spans} {...form.getInputProps('minutes')} />
      <FormEnd act="Create token" />
    </Form>
  );
}
