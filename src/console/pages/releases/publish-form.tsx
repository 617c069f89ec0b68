import { Fieldset, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { SatrapError } from '../../../client/error.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { Form } from '../../display/form.tsx';
import { Panel } from '../../display/panel.tsx';
import { PublishReleaseDocument } from './operations.generated.ts';
import { faultsOf, type ReleaseDraft, releaseOf } from './release-text.ts';

/** Everything about a release, to publish. The control plane checks each field. */
export function PublishForm({ form }: { form: UseFormReturnType<ReleaseDraft> }) {
  const navigate = useNavigate();
  const publish = useApiMutation(PublishReleaseDocument, {
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
          <ActButton type="submit" loading={publish.isPending}>
            Publish
          </ActButton>
        </Group>
      </Form>
    </Panel>
  );
}
