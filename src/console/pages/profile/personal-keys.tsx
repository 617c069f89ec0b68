import { Alert, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiKeysDocument, CreateApiKeyDocument, RevokeApiKeyDocument } from '../../../client/operations.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/action-button.tsx';
import { Failure } from '../../display/answers.tsx';
import { CodeBlock } from '../../display/code-block.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Dated } from '../../display/time.tsx';
import { useRights, useViewer } from '../../session/viewer.ts';
import { endOf, lives } from '../keys/key-life.ts';

export function PersonalKeys() {
  const form = useForm({ initialValues: { name: '', days: '90' } });
  const create = useApiMutation(CreateApiKeyDocument, { failure: 'none', onDone: () => form.reset() });
  const submit = ({ name, days }: { name: string; days: string }) =>
    create.mutate({
      input: { name, purpose: 'personal', ...endOf(days, Date.now()) },
    });
  const made = create.data?.createApiKey;
  return (
    <Panel title="Personal keys">
      <Stack>
        <Text variant="hint">
          Give scripts and <code>satrap</code> your permissions in this organization.
        </Text>
        {create.error !== null && <Failure error={create.error} />}
        {made !== undefined && (
          <Alert color="teal" variant="light" title={`Key ${made.apiKey.name}: copy it now, you won’t see it again`}>
            <CodeBlock text={made.secret} what="key" />
          </Alert>
        )}
        <form onSubmit={form.onSubmit(submit)}>
          <Group align="end">
            <TextInput label="Key name" required maxLength={63} {...form.getInputProps('name')} />
            <Select label="Expires after" data={lives} allowDeselect={false} w={160} {...form.getInputProps('days')} />
            <ActionButton type="submit" variant="default" loading={create.isPending}>
              Create key
            </ActionButton>
          </Group>
        </form>
        <OwnKeys />
      </Stack>
    </Panel>
  );
}

/** Only owners and admins can list keys. */
function OwnKeys() {
  const { person } = useViewer();
  const { mayChange } = useRights();
  const { data } = useWholeList(
    ApiKeysDocument,
    { where: { purpose: 'personal' } },
    { rowsOf: (found) => found.apiKeys, shows: ['apiKey'], enabled: mayChange },
  );
  const revoke = useApiMutation(RevokeApiKeyDocument, { done: 'Key revoked.' });
  const own = (data ?? []).filter(({ owner, revokedAt }) => owner === person.email && revokedAt == null);
  return own.map(({ id, name, start, lastUsedAt, expiresAt }) => (
    <Group key={id} justify="space-between" wrap="nowrap">
      <div>
        <Text fz="sm" fw={500}>
          <ForeignText>{name}</ForeignText> <code>{start}…</code>
        </Text>
        <Text variant="note">
          <Dated label="last used" at={lastUsedAt} none="never used" /> ·{' '}
          <Dated label="expires" at={expiresAt} none="never expires" />
        </Text>
      </div>
      <ActionButton
        flex="none"
        size="xs"
        variant="default"
        aria-label={`Revoke ${name}`}
        loading={revoke.isPending && revoke.variables.where.id === id}
        onClick={() => revoke.mutate({ where: { id } })}
      >
        Revoke
      </ActionButton>
    </Group>
  ));
}
