import { Alert, Stack, Text, Textarea } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { AcknowledgeIncidentDocument, NotificationIncidentDocument } from '../../../client/operations.generated.ts';
import { maxNoteLength } from '../../../contract/limits.ts';
import { capitalized } from '../../../text/capitalized.ts';
import { formatDuration } from '../../../text/format-duration.ts';
import { useApiQuery, useFormMutation } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { bindText, Form, SubmitButton } from '../../display/form.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { LongText, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { ObjectPage } from '../../shell/error-pages.tsx';
import { BranchTree } from '../networks/branch-tree.tsx';
import { IncidentBranchesDocument } from '../networks/operations.generated.ts';
import type { Incident } from './before.ts';
import { Advice, Severity, Subject } from './incident-parts.tsx';
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
  const { id, code, severity, status, message, durationSeconds, acknowledgedAt, note } = incident;
  return (
    <Stack gap="md">
      <PageHeader
        title={`${capitalized(code).replaceAll('_', ' ')}: ${incident.subjectName}`}
        about={<LongText>{message}</LongText>}
        status={
          <>
            <Tone tone={status === 'open' ? 'warning' : 'good'}>{status}</Tone>
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
      </Alert>
      {mayChange && status === 'open' && (
        <AcknowledgeForm key={note ?? ''} id={id} note={note ?? ''} isAcknowledged={acknowledgedAt != null} />
      )}
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

function AcknowledgeForm({ id, note, isAcknowledged }: { id: string; note: string; isAcknowledged: boolean }) {
  const [text, setText] = useState(note);
  const act = useFormMutation(AcknowledgeIncidentDocument, { done: 'Incident acknowledged.' });
  return (
    <Panel title={isAcknowledged ? 'Edit note' : 'Acknowledge incident'}>
      <Form mutation={act} gap="sm" onSubmit={() => act.mutate({ where: { id }, note: text.trim() || null })}>
        <Text variant="hint">Lets your team know someone is on it. The incident resolves automatically.</Text>
        <Textarea
          label="Note"
          description="Findings or next steps"
          minRows={2}
          maxLength={maxNoteLength}
          {...bindText(text, setText)}
        />
        <SubmitButton>{isAcknowledged ? 'Save note' : 'Acknowledge'}</SubmitButton>
      </Form>
    </Panel>
  );
}
