import { Group, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteExecutorReleaseDocument, UpdateExecutorReleaseDocument } from '../../../client/operations.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { useExpectedRevision } from '../../api/use-expected-revision.ts';
import { ConfirmButton } from '../../display/dialogs.tsx';
import { bindText, Form, FormEnd, SubmitButton, useCloseDialog } from '../../display/form.tsx';
import { changeOf, type ReleaseRow, textsOf } from './release-text.ts';

export function ChangeRelease({ release: { id, version, withdrawnAt } }: { release: ReleaseRow }) {
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const change = useFormMutation(UpdateExecutorReleaseDocument, {
    done: ({ updateExecutorRelease: changed }) =>
      `${changed.version} ${changed.withdrawnAt == null ? 'reinstated' : 'withdrawn'}.`,
    onDone: () => setReason(''),
  });
  const withdraw = (withdrawnReason: string | null) => change.mutate({ where: { id }, data: { withdrawnReason } });
  return (
    <Stack gap="sm">
      <Title order={2}>Withdraw or delete</Title>
      {withdrawnAt == null ? (
        <Form mutation={change} onSubmit={() => withdraw(reason.trim())} gap="sm" align="start">
          <TextInput
            label="Withdrawal reason"
            description="Shown to everyone. Cancels upgrades to this release that have not started to switch."
            required
            maxLength={500}
            spellCheck
            {...bindText(reason, setReason)}
            w="100%"
          />
          <SubmitButton color="red" variant="outline" disabled={reason.trim() === ''}>
            Withdraw release
          </SubmitButton>
        </Form>
      ) : (
        <Form mutation={change} onSubmit={() => withdraw(null)} align="start">
          <SubmitButton variant="default">Reinstate release</SubmitButton>
        </Form>
      )}
      <Group>
        <ConfirmButton
          question={{
            title: `Delete ${version}?`,
            consequence:
              'Agents can no longer upgrade to this release. Past upgrades keep its version. To show a reason, withdraw it instead.',
            act: 'Delete release',
            variables: { where: { id } },
          }}
          operation={DeleteExecutorReleaseDocument}
          done={`${version} deleted.`}
          onDone={() => void navigate({ to: '/releases', search: {} })}
        >
          Delete release…
        </ConfirmButton>
      </Group>
    </Stack>
  );
}

/** Edits a release's descriptive fields. What agents verify is immutable: publish a new release instead. */
export function EditRelease({ release }: { release: ReleaseRow }) {
  const form = useForm({ initialValues: textsOf(release) });
  // Only what was edited, so that other people's changes stay.
  const [base] = useState(release);
  const data = changeOf(form.values, base);
  const { expectedRevision, onError } = useExpectedRevision(release.revision, data !== null);
  const save = useFormMutation(UpdateExecutorReleaseDocument, {
    onError,
    done: ({ updateExecutorRelease: { version } }) => `${version} saved.`,
    onDone: useCloseDialog(),
  });
  return (
    <Form
      mutation={save}
      gap="sm"
      onSubmit={form.onSubmit(() => {
        if (data !== null) save.mutate({ where: { id: release.id }, data: { ...data, expectedRevision } });
      })}
    >
      <TextInput
        label="Channel"
        description="Only agents on this channel get the release."
        required
        maxLength={63}
        {...form.getInputProps('channel')}
      />
      <Textarea
        label="Release notes"
        minRows={4}
        maxRows={16}
        maxLength={10_000}
        data-autofocus
        {...form.getInputProps('notes')}
      />
      {release.withdrawnAt != null && (
        <TextInput
          label="Withdrawal reason"
          required
          maxLength={500}
          spellCheck
          {...form.getInputProps('withdrawnReason')}
        />
      )}
      <FormEnd act="Save changes" disabled={data === null} />
    </Form>
  );
}
