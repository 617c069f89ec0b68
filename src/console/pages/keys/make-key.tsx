import { Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CreateApiKeyDocument } from '../../../client/operations.generated.ts';
import type { ApiKeyPurpose } from '../../../contract/types.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { Form, FormEnd } from '../../display/form.tsx';
import { useViewer } from '../../session/viewer.ts';
import { keyPurposes } from '../addresses.ts';
import { lives, purposeWords, secondsOf } from './key-life.ts';

const MadeKey = ({ name, secret }: { name: string; secret: string }) => (
  <ShownOnce title={`Key ${name}`} what="key" text={secret}>
    Store it in your password manager.
  </ShownOnce>
);

/** `only` is the only purpose to choose. Default: each one that is possible. */
export function MakeKey({ only }: { only?: ApiKeyPurpose }) {
  const { role } = useViewer();
  const form = useForm({
    initialValues: {
      name: '',
      purpose: only ?? (role === null ? 'executor' : 'personal'),
      executorName: '',
      days: '90',
    },
  });
  const make = useFormMutation(CreateApiKeyDocument);
  const made = make.data?.createApiKey;
  // A personal key has the person's role, which a non-member does not have.
  const offered = keyPurposes.filter((each) => each === (only ?? each) && (role !== null || each === 'executor'));
  const isForExecutor = form.values.purpose === 'executor';
  const submit = ({ name, purpose, executorName, days }: typeof form.values) =>
    make.mutate({
      data: {
        name,
        purpose,
        expiresInSeconds: secondsOf(days),
        executorName: (purpose === 'executor' && executorName.trim()) || undefined,
      },
    });
  if (made !== undefined) return <MadeKey name={made.apiKey.name} secret={made.secret} />;
  return (
    <Form mutation={make} onSubmit={form.onSubmit(submit)}>
      <TextInput
        label="Name"
        description="For example “backup script”"
        required
        maxLength={63}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label="Purpose"
        data={offered.map((purpose) => ({ value: purpose, label: purposeWords[purpose] }))}
        {...form.getInputProps('purpose')}
      />
      {isForExecutor && (
        <TextInput
          label="Host"
          description="Leave empty for the first host that uses the key"
          {...form.getInputProps('executorName')}
        />
      )}
      <Select label="Expires after" data={lives} {...form.getInputProps('days')} />
      <Text variant="note">
        {isForExecutor
          ? 'For a new host, use an enrolment token instead: its agent creates and rotates its own key.'
          : 'The key has your permissions in this organization.'}
      </Text>
      <FormEnd act="Create API key" />
    </Form>
  );
}
