import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CreateApiKeyDocument } from '../../../client/operations.generated.ts';
import type { ApiKeyPurpose } from '../../../contract/types.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { Dialog } from '../../display/dialogs.tsx';
import { Form, FormEnd } from '../../display/form.tsx';
import { useViewer } from '../../session/viewer.ts';
import { keyPurposes } from '../addresses.ts';
import { endOf, lives, purposeWords } from './key-life.ts';

const initialValues = { name: '', purpose: 'executor' as ApiKeyPurpose, executorName: '', days: '90' };

export function MakeKey({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { role } = useViewer();
  const form = useForm({ initialValues });
  const make = useApiMutation(CreateApiKeyDocument, { failure: 'none', onDone: () => form.reset() });
  const made = make.data?.createApiKey;
  // A personal key acts with the person's role, which somebody from outside has not.
  const offered = keyPurposes.filter((purpose) => role !== null || purpose === 'executor');
  const isForExecutor = form.values.purpose === 'executor';
  const close = () => {
    make.reset();
    form.reset();
    onClose();
  };
  const submit = ({ name, purpose, executorName, days }: typeof initialValues) =>
    make.mutate({
      input: {
        ...{ name, purpose, ...endOf(days, Date.now()) },
        ...(purpose === 'executor' && executorName.trim() !== '' ? { executorName: executorName.trim() } : {}),
      },
    });
  return (
    <Dialog title="Make a key" isOpen={isOpen} onClose={close}>
      {made !== undefined ? (
        <Stack>
          <ShownOnce title={`The key ${made.apiKey.name}`} what="the key" text={made.secret}>
            Keep it where you keep your passwords.
          </ShownOnce>
          <Group justify="end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <Form mutation={make} onSubmit={form.onSubmit(submit)}>
          <TextInput
            label="Name"
            description="What it is for, such as “backup script”"
            required
            maxLength={63}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Select
            label="For"
            data={offered.map((purpose) => ({ value: purpose, label: purposeWords[purpose] }))}
            allowDeselect={false}
            {...form.getInputProps('purpose')}
          />
          {isForExecutor && (
            <TextInput
              label="Only for the executor"
              description="Its name; empty for the first one that uses it"
              autoComplete="off"
              {...form.getInputProps('executorName')}
            />
          )}
          <Select label="Ends after" data={lives} allowDeselect={false} {...form.getInputProps('days')} />
          <Text variant="note">
            {isForExecutor
              ? 'For a new host, an enrolment token is easier: its agent gets a key by itself, and changes it in time.'
              : 'It may do what you may do in this organization.'}
          </Text>
          <FormEnd act="Make it" isPending={make.isPending} onCancel={close} />
        </Form>
      )}
    </Dialog>
  );
}
