import { Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { maxNoteLength } from '../../../contract/limits.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers/failure.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { AcknowledgeIncidentDocument } from './operations.generated.ts';

/** Says that somebody takes care of an incident, with what is known or planned. */
export function AcknowledgeForm({ id, note, isAcknowledged }: { id: string; note: string; isAcknowledged: boolean }) {
  const [text, setText] = useState(note);
  const act = useApiMutation(AcknowledgeIncidentDocument, { done: 'Acknowledged.', failure: 'none' });
  return (
    <Paper
      className="panel"
      p="md"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        act.mutate({ id, note: text.trim() === '' ? null : text.trim() });
      }}
    >
      <Stack gap="sm">
        <Title order={2}>{isAcknowledged ? 'Change the note' : 'Take care of it'}</Title>
        <Text variant="hint">
          Others see that somebody looks after it. It closes by itself when what it is about is gone.
        </Text>
        {act.error !== null && <Failure error={act.error} />}
        <Textarea
          label="Note"
          description="What is known, or planned"
          autosize
          minRows={2}
          maxLength={maxNoteLength}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group>
          <ActButton type="submit" loading={act.isPending}>
            {isAcknowledged ? 'Save the note' : 'Acknowledge'}
          </ActButton>
        </Group>
      </Stack>
    </Paper>
  );
}
