import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useApi, useApiMutation } from '../../api/use-api.tsx';
import { CodeBlock } from '../../display/code-block.tsx';
import { Dialog } from '../../display/dialogs/dialog.tsx';
import { FormEnd } from '../../display/dialogs/form-end.tsx';
import { Form } from '../../display/form.tsx';
import { ShownOnce } from '../../display/shown-once.tsx';
import { Time } from '../../display/values/time.tsx';
import { installCommand, joinAndRunCommand } from '../overview/join-command.ts';
import { MakeTokenDocument, type MakeTokenMutation } from './operations.generated.ts';

const spans = [
  { value: '60', label: 'an hour' },
  { value: '1440', label: 'a day' },
  { value: '10080', label: 'a week' },
];

const initialValues = { executorName: '', minutes: '60' };

type Made = NonNullable<MakeTokenMutation['createEnrolmentToken']>;

/** An agent that joins has the name of its host, which a token for one executor may not be for. */
const joinOf = (endpoint: string, { token, enrolmentToken: { executorName: name } }: Made) => ({
  ...{ endpoint, token, name },
});

/** Makes a token for a host, and shows the command that uses it. */
export function MakeToken({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { endpoint } = useApi();
  const form = useForm({ initialValues });
  const make = useApiMutation(MakeTokenDocument, { failure: 'none', onDone: () => form.reset() });
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
