import { Alert, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SatrapError } from '../../../client/error.ts';
import { CreateExecutorReleaseDocument } from '../../../client/operations.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/action-button.tsx';
import { LeaveGuard } from '../../display/dialogs.tsx';
import { bindText, Form } from '../../display/form.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { useRights } from '../../session/viewer.ts';
import { emptyDraft, faultsOf, type ReleaseDraft, readRelease, releaseOf } from './release-text.ts';

export function PublishPage() {
  const { isSystemAdmin } = useRights();
  const form = useForm<ReleaseDraft>({ initialValues: emptyDraft() });
  if (!isSystemAdmin)
    return (
      <>
        <PageHeader title="Publish a release" />
        <Text>System administrators publish releases.</Text>
      </>
    );
  return (
    <>
      <PageHeader
        title="Publish a release"
        about="Agents fetch it from where its files are, and trust the keys of their host, not this catalog."
      />
      <Stack gap="lg" maw={760}>
        <LeaveGuard isDirty={form.isDirty()} />
        <Paste onRead={form.setValues} />
        <PublishForm form={form} />
      </Stack>
    </>
  );
}

function Paste({ onRead }: { onRead: (draft: ReleaseDraft) => void }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [filled, setFilled] = useState<string>();
  const read = () => {
    const found = readRelease(text);
    setFault('fault' in found ? found.fault : undefined);
    setFilled('draft' in found ? found.draft.version : undefined);
    if ('draft' in found) onRead(found.draft);
  };
  return (
    <Panel title="From a file">
      <Stack align="start" gap="sm">
        <Textarea
          label="JSON of the release"
          description="The release.json that npm run release writes"
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          {...bindText(text, setText)}
          error={fault}
          w="100%"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        {filled !== undefined && (
          <Alert color="teal" variant="light" role="status">
            The form holds version {filled} now; look through it, and publish.
          </Alert>
        )}
        <ActionButton variant="default" disabled={text.trim() === ''} onClick={read}>
          Fill in the form
        </ActionButton>
      </Stack>
    </Panel>
  );
}

/** Everything about a release, to publish. The control plane checks each field. */
function PublishForm({ form }: { form: UseFormReturnType<ReleaseDraft> }) {
  const navigate = useNavigate();
  const publish = useApiMutation(CreateExecutorReleaseDocument, {
    failure: 'none',
    done: ({ createExecutorRelease: { version } }) => `${version} is published.`,
    onDone: ({ createExecutorRelease: { version } }) =>
      void navigate({ to: '/releases', search: { version }, ignoreBlocker: true }),
  });
  const submit = (draft: ReleaseDraft) =>
    publish.mutate(
      { data: releaseOf(draft) },
      {
        onError: (error) => {
          if (error instanceof SatrapError) form.setErrors(faultsOf(draft, error.issues));
        },
      },
    );
  const field = (label: string, path: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      spellCheck={false}
      autoComplete="off"
      {...form.getInputProps(path)}
    />
  );
  return (
    <Panel title="The release">
      <Form mutation={publish} onSubmit={form.onSubmit(submit)}>
        <Group grow preventGrowOverflow={false} align="start">
          {field('Version', 'version', 'Such as 1.4.0')}
          {field('Channel', 'channel', 'Such as stable')}
          {field('Lowest version', 'lowestVersion', 'That can be upgraded to it; empty: any')}
        </Group>
        <Textarea
          label="What is new"
          autosize
          minRows={3}
          maxRows={16}
          maxLength={10_000}
          {...form.getInputProps('notes')}
        />
        {form.values.artifacts.map(({ platform }, index) => (
          <Fieldset key={platform} legend={`Archive for ${platform}`}>
            <Stack gap="xs">
              {field('Address', `artifacts.${index}.url`, 'https; empty where there is none for it')}
              <Group grow preventGrowOverflow={false} align="start">
                {field('Bytes', `artifacts.${index}.sizeBytes`)}
                {field('SHA-256', `artifacts.${index}.sha256`)}
              </Group>
              <Textarea
                label="Signature"
                description="The text of its .minisig file"
                autosize
                minRows={2}
                maxRows={6}
                spellCheck={false}
                {...form.getInputProps(`artifacts.${index}.signature`)}
              />
            </Stack>
          </Fieldset>
        ))}
        <Fieldset legend="Container image">
          <Group grow preventGrowOverflow={false} align="start">
            {field('Name', 'imageName', 'Without tag; empty where there is none')}
            {field('Digest', 'imageDigest', 'sha256:…')}
          </Group>
        </Fieldset>
        <Group>
          <ActionButton type="submit" loading={publish.isPending}>
            Publish
          </ActionButton>
        </Group>
      </Form>
    </Panel>
  );
}
