import { Button, Group, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteExecutorReleaseDocument, UpdateExecutorReleaseDocument } from '../../../client/operations.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/action-button.tsx';
import { Failure } from '../../display/answers.tsx';
import { ConfirmButton } from '../../display/dialogs.tsx';
import { useFocusBack } from '../../display/focus.ts';
import { bindText, Form } from '../../display/form.tsx';
import { changeOf, type ReleaseRow, textsOf } from './release-text.ts';

/** Withdraws a release, offers it again, or removes it from the catalog. */
export function ChangeRelease({ release: { id, version, withdrawnAt } }: { release: ReleaseRow }) {
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const change = useApiMutation(UpdateExecutorReleaseDocument, {
    failure: 'none',
    done: ({ updateExecutorRelease: changed }) =>
      `${changed.version} is ${changed.withdrawnAt == null ? 'offered again' : 'withdrawn'}.`,
    onDone: () => setReason(''),
  });
  const remove = useApiMutation(DeleteExecutorReleaseDocument, {
    failure: 'none',
    done: `${version} is gone from the catalog.`,
    onDone: () => void navigate({ to: '/releases', search: {} }),
  });
  const withdraw = (withdrawnReason: string | null) => change.mutate({ where: { id }, data: { withdrawnReason } });
  return (
    <Stack gap="sm">
      <Title order={2}>Withdraw or remove</Title>
      {change.error !== null && <Failure error={change.error} />}
      {withdrawnAt == null ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            withdraw(reason.trim());
          }}
        >
          <Stack gap="sm" align="start">
            <TextInput
              label="Why it is withdrawn"
              description="For the others. Upgrades to it that have not begun to switch are cancelled."
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
              Withdraw
            </ActionButton>
          </Stack>
        </form>
      ) : (
        <Group>
          <ActionButton variant="default" loading={change.isPending} onClick={() => withdraw(null)}>
            Offer it again
          </ActionButton>
        </Group>
      )}
      <Group>
        <ConfirmButton
          question={{
            title: `Remove ${version}?`,
            consequence:
              'Nobody can be upgraded to it. Past upgrades keep its version. To keep the reason in sight, withdraw it instead.',
            act: 'Remove',
            variables: { where: { id } },
          }}
          mutation={remove}
        >
          Remove from the catalog…
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
        Change its texts…
      </Button>
    </Group>
  );
}

/** What people read of a release. What agents check of it never changes: that is another release. */
function EditForm({ release, onEnd }: { release: ReleaseRow; onEnd: () => void }) {
  const form = useForm({ initialValues: textsOf(release) });
  const data = changeOf(form.values, release);
  const save = useApiMutation(UpdateExecutorReleaseDocument, {
    failure: 'none',
    done: ({ updateExecutorRelease: { version } }) => `The texts of ${version} are saved.`,
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
        description="Only agents that follow it are offered the release."
        required
        maxLength={63}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('channel')}
      />
      <Textarea
        label="What is new"
        autosize
        minRows={4}
        maxRows={16}
        maxLength={10_000}
        autoFocus
        {...form.getInputProps('notes')}
      />
      {release.withdrawnAt != null && (
        <TextInput label="Why it was withdrawn" required maxLength={500} {...form.getInputProps('withdrawnReason')} />
      )}
      <Group>
        <ActionButton type="submit" disabled={data === null} loading={save.isPending}>
          Save
        </ActionButton>
        <Button variant="default" onClick={onEnd}>
          Cancel
        </Button>
      </Group>
    </Form>
  );
}
