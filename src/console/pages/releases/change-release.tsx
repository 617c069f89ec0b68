import { Group, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteExecutorReleaseDocument, UpdateExecutorReleaseDocument } from '../../../client/operations.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { useExpectedRevision } from '../../api/use-expected-revision.ts';
import { ConfirmButton, DialogButton } from '../../display/dialogs.tsx';
import { Form, FormEnd, OperationButton, useCloseDialog } from '../../display/form.tsx';
import { ReasonForm } from '../../display/reason-form.tsx';
import { changeOf, type ReleaseRow, textsOf } from './release-text.ts';

export function ChangeRelease({ release: { id, version, withdrawnAt } }: { release: ReleaseRow }) {
  const navigate = useNavigate();
  const where = { id };
  return (
    <Group>
      {withdrawnAt == null ? (
        <DialogButton label="Withdraw release…" title={`Withdraw ${version}?`} color="red" variant="outline">
          <ReasonForm
            operation={UpdateExecutorReleaseDocument}
            variables={(withdrawnReason) => ({ where, data: { withdrawnReason } })}
            act="Withdraw release"
            done={`${version} withdrawn.`}
            example="Shown to everyone"
            isDanger
          >
            Cancels upgrades to this release that have not started to switch.
          </ReasonForm>
        </DialogButton>
      ) : (
        <OperationButton
          operation={UpdateExecutorReleaseDocument}
          variables={{ where, data: { withdrawnReason: null } }}
          done={`${version} reinstated.`}
        >
          Reinstate release
        </OperationButton>
      )}
      <ConfirmButton
        question={{
          title: `Delete ${version}?`,
          consequence:
            'Agents can no longer upgrade to this release. Past upgrades keep its version. To show a reason, withdraw it instead.',
          act: 'Delete release',
          variables: { where },
        }}
        operation={DeleteExecutorReleaseDocument}
        done={`${version} deleted.`}
        onDone={() => void navigate({ to: '/releases', search: {} })}
      />
    </Group>
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
    done: ({ updateExecutorRelease: { release } }) => `${release.version} saved.`,
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
