import { type ButtonProps, Group } from '@mantine/core';
import { AcknowledgeIncidentDocument, AcknowledgeIncidentsDocument } from '../../../client/operations.generated.ts';
import { adviceDocuments } from '../../../contract/advice.ts';
import { maxPageSize } from '../../../contract/limits.ts';
import { OperationButton } from '../../display/form.tsx';
import { formatCount, formatNumber } from '../../display/format.ts';
import { DocumentationLink, ForeignText, PageLink, TextLink } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { type AdviceSubject, advicePlaces } from './advice-places.ts';
import type { Incident } from './before.ts';

const pages: Partial<Record<Incident['subjectType'], string>> = {
  node: '/nodes',
  executor: '/executors',
  rollout: '/executors/upgrade',
  node_rollout: '/rollouts',
  network: '/networks',
};

export function Subject({ subjectType, subjectId, subjectName }: Incident) {
  const page = pages[subjectType];
  if (page === undefined) return <ForeignText>{subjectName}</ForeignText>;
  return <PageLink to={`${page}/${subjectId}`}>{subjectName}</PageLink>;
}

export function Advice({ advice, ...subject }: AdviceSubject & { advice: string }) {
  const places = advicePlaces(subject, useRights());
  const document = adviceDocuments[subject.code];
  return (
    <>
      <ForeignText>{advice}</ForeignText>
      {(places.length > 0 || document !== undefined) && (
        <Group role="group" aria-label="Related pages" gap="md" mt={4}>
          {places.map(({ label, to, search }) => (
            <TextLink key={label} to={to} search={search} c="inherit" fz="sm">
              {label}
            </TextLink>
          ))}
          {document !== undefined && <DocumentationLink to={document} />}
        </Group>
      )}
    </>
  );
}

interface AcknowledgeProps extends ButtonProps {
  incident: Pick<Incident, 'id' | 'acknowledgedAt' | 'status' | 'subjectName'>;
}

/** Nothing for a person who may not acknowledge the incident, and once somebody has. */
export function AcknowledgeButton({ incident, ...button }: AcknowledgeProps) {
  const { id, acknowledgedAt, status, subjectName } = incident;
  if (!useRights().mayChange || status !== 'open' || acknowledgedAt !== null) return null;
  return (
    <OperationButton
      aria-label={`Acknowledge ${subjectName}`}
      operation={AcknowledgeIncidentDocument}
      variables={{ where: { id }, note: null }}
      done="Incident acknowledged."
      {...button}
    >
      Acknowledge
    </OperationButton>
  );
}

interface AcknowledgeAllProps extends ButtonProps {
  title: string;
  incidents: readonly AcknowledgeProps['incident'][];
}

/** Acknowledges a group, up to the limit of one request. Hidden for fewer than two incidents to acknowledge. */
export function AcknowledgeAllButton({ title, incidents, ...button }: AcknowledgeAllProps) {
  const { mayChange } = useRights();
  const waiting = incidents.filter(({ status, acknowledgedAt }) => status === 'open' && acknowledgedAt === null);
  const ids = waiting.slice(0, maxPageSize).map(({ id }) => id);
  if (!mayChange || ids.length < 2) return null;
  return (
    <OperationButton
      aria-label={`Acknowledge all: ${title}`}
      operation={AcknowledgeIncidentsDocument}
      variables={{ ids, note: null }}
      done={({ acknowledgeIncidents }) =>
        `${formatCount(acknowledgeIncidents.incidents.length, 'incident')} acknowledged.`
      }
      {...button}
    >
      Acknowledge all {formatNumber(ids.length)}
    </OperationButton>
  );
}
