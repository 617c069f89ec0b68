import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { useFocusBack } from '../../display/focus/use-focus-back.ts';
import { Form } from '../../display/form.tsx';
import { ChangeReleaseDocument } from './operations.generated.ts';
import { changeOf, textsOf } from './release-change.ts';
import type { ReleaseRow } from './shown-release.ts';

/** Opens the form for what may be changed of a release. */
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
  const save = useApiMutation(ChangeReleaseDocument, {
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
        <ActButton type="submit" disabled={data === null} loading={save.isPending}>
          Save
        </ActButton>
        <Button variant="default" onClick={onEnd}>
          Cancel
        </Button>
      </Group>
    </Form>
  );
}
