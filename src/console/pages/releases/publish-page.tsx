import { Alert, Fieldset, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SatrapError } from '../../../client/error.ts';
import { CreateExecutorReleaseDocument } from '../../../client/operations.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { LeaveGuard } from '../../display/dialogs.tsx';
import { ActionButton, bindText, Form, SubmitButton } from '../../display/form.tsx';
import { PageHeader, Panel, TextPage } from '../../display/page.tsx';
import { useRights } from '../../session/viewer.ts';
import { emptyDraft, faultsOf, type ReleaseDraft, readRelease, releaseOf } from './release-text.ts';

export function PublishPage() {
  const { isSystemAdmin } = useRights();
  const form = useForm<ReleaseDraft>({ initialValues: emptyDraft() });
  if (!isSystemAdmin)
    return <TextPage title="Publish release">Only system administrators can publish releases.</TextPage>;
  return (
    <>
      <PageHeader
        title="Publish release"
        about="Agents download the files from their URLs and verify them with the keys on their host."
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
  const [found, setFound] = useState<ReturnType<typeof readRelease>>();
  const read = () => {
    const release = readRelease(text);
    setFound(release);
    if ('draft' in release) onRead(release.draft);
  };
  return (
    <Panel title="Import">
      <Stack align="start" gap="sm">
        <Textarea
          label="Release JSON"
          description="The release.json written by npm run release"
          minRows={3}
          maxRows={12}
          spellCheck={false}
          {...bindText(text, setText)}
          error={found && 'fault' in found && found.fault}
          w="100%"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        {found && 'draft' in found && (
          <Alert color="teal" role="status">
            Form filled with version {found.draft.version}. Review it, then publish.
          </Alert>
        )}
        <ActionButton variant="default" disabled={text.trim() === ''} onClick={read}>
          Fill form
        </ActionButton>
      </Stack>
    </Panel>
  );
}

/** The form of a new release. The control plane validates each field. */
function PublishForm({ form }: { form: UseFormReturnType<ReleaseDraft> }) {
  const navigate = useNavigate();
  const publish = useFormMutation(CreateExecutorReleaseDocument, {
    done: ({ createExecutorRelease: { version } }) => `${version} published.`,
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
    <TextInput {...{ label, description }} {...form.getInputProps(path)} />
  );
  return (
    <Panel title="Release">
      <Form mutation={publish} onSubmit={form.onSubmit(submit)}>
        <Group grow preventGrowOverflow={false} align="start">
          {field('Version', 'version', 'For example 1.4.0')}
          {field('Channel', 'channel', 'For example stable')}
          {field('Minimum version', 'lowestVersion', 'Oldest version that can upgrade; empty for any')}
        </Group>
        <Textarea label="Release notes" minRows={3} maxRows={16} maxLength={10_000} {...form.getInputProps('notes')} />
        {form.values.artifacts.map(({ platform }, index) => (
          <Fieldset key={platform} legend={`Archive for ${platform}`}>
            <Stack gap="xs">
              {field('URL', `artifacts.${index}.url`, 'https; empty if there is no archive')}
              <Group grow preventGrowOverflow={false} align="start">
                {field('Size (bytes)', `artifacts.${index}.sizeBytes`)}
                {field('SHA-256', `artifacts.${index}.sha256`)}
              </Group>
              <Textarea
                label="Signature"
                description="Content of the .minisig file"
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
            {field('Name', 'image.name', 'Without tag; empty if there is no image')}
            {field('Digest', 'image.digest', 'sha256:…')}
          </Group>
        </Fieldset>
        <SubmitButton>Publish release</SubmitButton>
      </Form>
    </Panel>
  );
}
