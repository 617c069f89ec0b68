import { Button, FileButton, Group, Stack, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateExecutorReleaseDocument } from '../../../client/operations.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { LeaveGuard } from '../../display/dialogs.tsx';
import { Facts } from '../../display/facts.tsx';
import { bindText, Form, SubmitButton } from '../../display/form.tsx';
import { formatBytes } from '../../display/format.ts';
import { PageHeader, Panel, TextPage } from '../../display/page.tsx';
import { useRights } from '../../session/viewer.ts';
import { readRelease } from './release-text.ts';

export function PublishPage() {
  const { isSystemAdmin } = useRights();
  if (!isSystemAdmin)
    return <TextPage title="Publish release">Only system administrators can publish releases.</TextPage>;
  return (
    <>
      <PageHeader
        title="Publish release"
        about="Agents download the files from their URLs and verify them with the keys on their host."
      />
      <Stack maw={760}>
        <Panel title="Release">
          <PublishForm />
        </Panel>
      </Stack>
    </>
  );
}

function PublishForm() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const publish = useFormMutation(CreateExecutorReleaseDocument, {
    done: ({ createExecutorRelease: { release } }) => `${release.version} published.`,
    onDone: ({
      createExecutorRelease: {
        release: { version },
      },
    }) => void navigate({ to: '/releases', search: { version }, ignoreBlocker: true }),
  });
  const data = readRelease(text);
  return (
    <>
      <LeaveGuard isDirty={text !== ''} />
      <Form mutation={publish} align="start" onSubmit={() => data !== null && publish.mutate({ data })}>
        <Textarea
          label="release.json"
          description="From the release build"
          minRows={data === null ? 8 : 3}
          maxRows={16}
          spellCheck={false}
          {...bindText(text, setText)}
          error={data === null && text.trim() !== '' && 'Not the release.json of a release. Paste the whole file.'}
          w="100%"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        {data !== null && <Facts facts={factsOf(data)} />}
        <Group gap="xs">
          <FileButton accept=".json" onChange={(file) => void file?.text().then(setText)}>
            {(props) => (
              <Button variant="default" {...props}>
                Choose file…
              </Button>
            )}
          </FileButton>
          <SubmitButton disabled={data === null}>Publish release</SubmitButton>
        </Group>
      </Form>
    </>
  );
}

const factsOf = (data: NonNullable<ReturnType<typeof readRelease>>) => ({
  Version: data.version,
  Channel: data.channel,
  'Minimum version': data.lowestVersion ?? 'any',
  Notes: data.notes,
  ...Object.fromEntries(
    data.artifacts.map(({ platform, sizeBytes, sha256 }) => [platform, `${formatBytes(sizeBytes)}, SHA-256 ${sha256}`]),
  ),
  'Container image': data.image && `${data.image.name}@${data.image.digest}`,
});
