import { Alert, Group, Stack, Text, Textarea } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { AcknowledgeIncidentDocument, NotificationIncidentDocument } from '../../../client/operations.generated.ts';
import { maxNoteLength } from '../../../contract/limits.ts';
import { ruleTitle } from '../../../contract/rule-title.ts';
import { formatDuration } from '../../../text/format-duration.ts';
import { useApiQuery, useFormMutation } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { bindText, Form, SubmitButton } from '../../display/form.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { LongText, TextButton, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { ObjectPage } from '../../shell/object-page.tsx';
import { BranchTree } from '../networks/branch-tree.tsx';
import { IncidentBranchesDocument } from '../networks/operations.generated.ts';
import type { Incident } from './before.ts';
import { AcknowledgeButton, Advice, Subject } from './incident-parts.tsx';
import { Severity } from './severity.tsx';
import { IncidentTimeline } from './timeline.tsx';

export function IncidentPage() {
  const { incidentId: id } = useParams({ from: '/shell/incidents/$incidentId' });
  const shows = [{ type: 'incident', id } as const];
  const query = useApiQuery(NotificationIncidentDocument, { where: { id } }, { shows, everySeconds: 60 });
  return (
    <ObjectPage query={query} what="incident" list="/incidents">
      {(incident) => <Found incident={incident} />}
    </ObjectPage>
  );
}

function Found({ incident }: { incident: Incident }) {
  const { mayChange } = useRights();
  const { id, code, severity, status, message, durationSeconds } = incident;
  return (
    <Stack gap="md">
      <PageHeader
        title={`${ruleTitle(code)}: ${incident.subjectName}`}
        about={<LongText>{message}</LongText>}
        status={
          <>
            <Tone tone={status === 'open' ? 'warning' : 'good'}>{status === 'open' ? 'open' : 'resolved'}</Tone>
            <Severity severity={severity} />
            <Subject {...incident} />
            <Text span variant="hint">
              {status === 'open' ? 'for' : 'lasted'} {formatDuration(durationSeconds)}
            </Text>
          </>
        }
      />
      <Alert color="petrol" title="Next steps">
        <Advice {...incident} />
        {mayChange && status === 'open' && <Acknowledge incident={incident} />}
      </Alert>
      {code === 'chain_split' && <SplitPanel incidentId={id} />}
      <IncidentTimeline incident={incident} />
    </Stack>
  );
}

/** The branches while the incident is open; afterwards, as they were last seen. */
function SplitPanel({ incidentId: id }: { incidentId: string }) {
  const shows = [{ type: 'incident', id }] as const;
  const query = useApiQuery(IncidentBranchesDocument, { id }, { shows, everySeconds: 15 });
  return (
    <Panel title="Branches">
      <QueryView query={query} height={160}>
        {({ notificationIncident }) => <BranchTree branches={notificationIncident?.branches ?? []} />}
      </QueryView>
    </Panel>
  );
}

/** The button, or the form that adds a note. */
function Acknowledge({ incident }: { incident: Incident }) {
  const { id, note, acknowledgedAt } = incident;
  // Undefined while the form is closed.
  const [text, setText] = useState<string>();
  const act = useFormMutation(AcknowledgeIncidentDocument, {
    done: 'Incident acknowledged.',
    onDone: () => setText(undefined),
  });
  if (text === undefined)
    return (
      <Group mt="sm" gap="md">
        <AcknowledgeButton incident={incident} />
        <TextButton c="inherit" underline="always" onClick={() => setText(note ?? '')}>
          {note === null ? 'Add note…' : 'Edit note…'}
        </TextButton>
      </Group>
    );
  return (
    <Form mutation={act} gap="sm" mt="sm" onSubmit={() => act.mutate({ where: { id }, note: text.trim() || null })}>
      <Textarea label="Note" autoFocus minRows={2} maxLength={maxNoteLength} {...bindText(text, setText)} />
      <SubmitButton>{acknowledgedAt === null ? 'Acknowledge' : 'Save note'}</SubmitButton>
    </Form>
  );
}
