import { Button, Code, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../api/use-api.tsx';
import { Failure } from '../display/failure.tsx';
import { Panel } from '../display/panel.tsx';
import { useRights } from '../session/viewer.ts';
import { readLabels, writeLabels } from './label-text.ts';
import { ChangeExecutorLabelsDocument } from './operations.generated.ts';
import type { ShownExecutor } from './shown-executor.ts';

/** What people note of an executor, for new nodes to choose by. */
export function Labels({ executor: { id, labels } }: { executor: ShownExecutor }) {
  const { mayChange } = useRights();
  const former = writeLabels(labels);
  const [text, setText] = useState(former);
  const change = useApiMutation(ChangeExecutorLabelsDocument, { done: 'Labels saved.', failure: 'none' });
  const read = readLabels(text);
  return (
    <Panel title="Labels">
      {!mayChange ? (
        <Group gap="xs">
          {labels.length === 0 && <Text fz="sm">None.</Text>}
          {labels.map(({ key, value }) => (
            <Code key={key}>{`${key}=${value}`}</Code>
          ))}
        </Group>
      ) : (
        <Stack gap="sm" align="start">
          {change.error !== null && <Failure error={change.error} />}
          <Textarea
            label="One a line, such as region=eu"
            autosize
            minRows={2}
            spellCheck={false}
            value={text}
            error={read.fault}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            w={{ base: '100%', sm: 420 }}
          />
          {text !== former && (
            <Button
              variant="default"
              disabled={read.fault !== undefined}
              loading={change.isPending}
              onClick={() => change.mutate({ id, labels: read.labels })}
            >
              Save the labels
            </Button>
          )}
        </Stack>
      )}
    </Panel>
  );
}
