import { Alert, Group, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers/query-view.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { formatDuration } from '../../display/values/duration.ts';
import { LongText } from '../../display/values/long-text.tsx';
import { Tone } from '../../display/values/tone.tsx';
import { useRights } from '../../session/viewer.ts';
import { NothingTherePage } from '../../shell/nothing-there-page.tsx';
import { AcknowledgeForm } from './acknowledge-form.tsx';
import { AdviceLinks } from './advice-links.tsx';
import { type IncidentFieldsFragment, IncidentPageDocument } from './operations.generated.ts';
import { Severity } from './severity.tsx';
import { Subject } from './subject.tsx';
import { IncidentTimeline } from './timeline.tsx';

/** Returns a code such as `key_ends_soon` as words. */
const sentenceCase = (code: string): string => `${code.charAt(0).toUpperCase()}${code.slice(1)}`.replaceAll('_', ' ');

const route = getRouteApi('/shell/incidents/$incidentId');

/** One incident: what is the matter, what to do, and what came before it. */
export function IncidentPage() {
  const { incidentId } = route.useParams();
  const query = useApiQuery(
    IncidentPageDocument,
    { id: incidentId },
    { shows: [{ type: 'incident', id: incidentId }], everySeconds: 60 },
  );
  return (
    <QueryView query={query}>
      {({ notificationIncident }) =>
        notificationIncident == null ? (
          <NothingTherePage what="incident" id={incidentId} list="/incidents" />
        ) : (
          <Found incident={notificationIncident} />
        )
      }
    </QueryView>
  );
}

function Found({ incident }: { incident: IncidentFieldsFragment }) {
  const { mayChange } = useRights();
  const { id, code, severity, status, message, advice, durationSeconds, acknowledgedAt, note } = incident;
  return (
    <Stack gap="md">
      <div>
        <PageHeader title={`${sentenceCase(code)}: ${incident.subjectName}`} about={<LongText>{message}</LongText>} />
        <Group gap="md" mt={-8} role="status">
          <Tone tone={status === 'open' ? 'warning' : 'good'}>{status}</Tone>
          <Severity severity={severity} />
          <Subject {...incident} />
          <Text span variant="hint">
            {status === 'open' ? 'for' : 'lasted'} {formatDuration(durationSeconds)}
          </Text>
        </Group>
      </div>
      <Alert color="petrol" variant="light" title="What to do">
        {advice}
        <AdviceLinks subject={incident} />
      </Alert>
      {mayChange && status === 'open' && (
        <AcknowledgeForm key={note ?? ''} id={id} note={note ?? ''} isAcknowledged={acknowledgedAt != null} />
      )}
      <IncidentTimeline incident={incident} />
    </Stack>
  );
}
