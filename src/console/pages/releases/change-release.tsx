import { Button, Group, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteExecutorReleaseDocument, UpdateExecutorReleaseDocument } from '../../../client/operations.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/action-button.tsx';
import { ConfirmButton } from '../../display/dialogs.tsx';
import { useFocusBack } from '../../display/focus.ts';
import { bindText, Form } from '../../display/form.tsx';
import { changeOf, type ReleaseRow, textsOf } from './release-text.ts';

/** Withdraws, reinstates or deletes a release. */
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
            {...bindText(reason, setReason)}
            w="100%"
          />
          <ActionButton
            type="submit"
            color="red"
            variant="outline"
            disabled={reason.trim() === ''}
            loading={change.isPending}
          >
            Withdraw release
          </ActionButton>
        </Form>
      ) : (
        <Form mutation={change} onSubmit={() => withdraw(null)} align="start">
          <ActionButton type="submit" variant="default" loading={change.isPending}>
            Reinstate release
          </ActionButton>
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

export function EditRelease({ release }: { release: ReleaseRow }) {
  const [isOpen, setOpen] = useState(false);
  const button = useFocusBack(isOpen);
  return isOpen ? (
    <EditForm release={release} onEnd={() => setOpen(false)} />
  ) : (
    <Group>
      <Button ref={button} variant="default" onClick={() => setOpen(true)}>
        Edit release…
      </Button>
    </Group>
  );
}

/** Edits a release's descriptive fields. What agents verify is immutable: publish a new release instead. */
function EditForm({ release, onEnd }: { release: ReleaseRow; onEnd: () => void }) {
  const form = useForm({ initialValues: textsOf(release) });
  const data = changeOf(form.values, release);
  const save = useFormMutation(UpdateExecutorReleaseDocument, {
    done: ({ updateExecutorRelease: { version } }) => `${version} saved.`,
    onDone: onEnd,
  });
  return (
    <Form
      mutation={save}
      gap="sm"
      onSubmit={form.onSubmit(() => {
        if (data !== null) save.mutate({ where: { id: release.id }, data });
      })}
    >
      <TextInput
        label="Channel"
        description="Only agents on this channel get the release."
        required
        maxLength={63}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('channel')}
      />
      <Textarea
        label="Release notes"
        autosize
        minRows={4}
        maxRows={16}
        maxLength={10_000}
        autoFocus
        {...form.getInputProps('notes')}
      />
      {release.withdrawnAt != null && (
        <TextInput label="Withdrawal reason" required maxLength={500} {...form.getInputProps('withdrawnReason')} />
      )}
      <Group>
        <ActionButton type="submit" disabled={data === null} loading={save.isPending}>
          Save changes
        </ActionButton>
        <Button variant="default" onClick={onEnd}>
          Cancel
        </Button>
      </Group>
    </Form>
  );
}
