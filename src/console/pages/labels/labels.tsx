import { Code, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Operation } from '../../../client/client.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { useExpectedRevision } from '../../api/use-expected-revision.ts';
import { LeaveGuard } from '../../display/dialogs.tsx';
import { bindText, Form, SubmitButton } from '../../display/form.tsx';
import { Panel } from '../../display/page.tsx';
import { useRights } from '../../session/viewer.ts';
import { type Label, readLabels, writeLabels } from './label-text.ts';

interface Typed {
  text: string;
  /** The previous labels, once saved; the text stays until the refetch replaces them. */
  savedOver?: string;
}

interface LabelsProps<T> {
  /** A host or a node. */
  of: { id: string; labels: readonly Label[]; revision: number };
  /** Saves its labels. */
  operation: Operation<T, { where: { id: string }; data: { labels: Label[]; expectedRevision: number } }>;
}

export function Labels<T>({ of: { id, labels, revision }, operation }: LabelsProps<T>) {
  const { mayChange } = useRights();
  const saved = writeLabels(labels);
  const [typed, setTyped] = useState<Typed>();
  // A concurrent change by another person does not overwrite the input.
  const isTyped = typed !== undefined && (typed.savedOver === undefined || typed.savedOver === saved);
  const text = isTyped ? typed.text : saved;
  const { expectedRevision, onError } = useExpectedRevision(revision, isTyped);
  const change = useFormMutation(operation, {
    onError,
    done: 'Labels saved.',
    onDone: () => setTyped({ text, savedOver: saved }),
  });
  const read = readLabels(text);
  const isDirty = text !== saved && typed?.savedOver === undefined;
  return (
    <Panel title="Labels">
      {!mayChange ? (
        <Group gap="xs">
          {labels.length === 0 && <Text fz="sm">No labels</Text>}
          {labels.map(({ key, value }) => (
            <Code key={key}>{`${key}=${value}`}</Code>
          ))}
        </Group>
      ) : (
        <Form
          mutation={change}
          gap="sm"
          align="start"
          onSubmit={() => change.mutate({ where: { id }, data: { labels: read.labels, expectedRevision } })}
        >
          <LeaveGuard isDirty={isDirty} />
          <Textarea
            aria-label="Labels"
            description="One per line, for example region=eu"
            minRows={2}
            spellCheck={false}
            {...bindText(text, (changed) => setTyped({ text: changed }))}
            error={read.fault}
            w={{ base: '100%', sm: 420 }}
          />
          <SubmitButton variant="default" disabled={!isDirty || read.fault !== undefined}>
            Save labels
          </SubmitButton>
        </Form>
      )}
    </Panel>
  );
}
