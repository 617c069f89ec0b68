import { Alert, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { LeaveGuard } from '../../display/dialogs/leave-guard.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { Panel } from '../../display/panel.tsx';
import { useRights } from '../../session/viewer.ts';
import { PublishForm } from './publish-form.tsx';
import { emptyDraft, type ReleaseDraft, readRelease } from './release-text.ts';

/** Adds a release to the catalog, from a form or from the file that describes it. */
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

/** Fills the form with what a file says. */
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
          value={text}
          error={fault}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          w="100%"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        {filled !== undefined && (
          <Alert color="teal" variant="light" role="status">
            The form holds version {filled} now; look through it, and publish.
          </Alert>
        )}
        <ActButton variant="default" disabled={text.trim() === ''} onClick={read}>
          Fill in the form
        </ActButton>
      </Stack>
    </Panel>
  );
}
