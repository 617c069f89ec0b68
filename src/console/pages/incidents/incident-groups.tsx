import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { AcknowledgeIncidentDocument } from '../../../client/operations.generated.ts';
import { counted } from '../../../text/counted.ts';
import { OperationButton } from '../../display/form.tsx';
import { ForeignText, MessageText, PageLink, TextButton, Time } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { advicePlaces } from './advice-places.ts';
import type { Incident } from './before.ts';
import { groupIncidents, groupTitle, type IncidentGroup } from './group-incidents.ts';
import { Advice, Severity, Subject } from './incident-parts.tsx';

interface IncidentGroupsProps {
  incidents: readonly Incident[];
  /** Names of hosts by id, as far as they are known. */
  hostNames?: ReadonlyMap<string, string>;
  /** Default: all. */
  maxGroups?: number;
}

/** Open incidents by rule and cause, one line each, the worst first. The acknowledged ones are apart, folded. */
export function IncidentGroups({ incidents, hostNames, maxGroups = Number.POSITIVE_INFINITY }: IncidentGroupsProps) {
  const waiting = groupIncidents(incidents.filter(({ acknowledgedAt }) => acknowledgedAt == null));
  const acknowledged = groupIncidents(incidents.filter(({ acknowledgedAt }) => acknowledgedAt != null));
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  const left = waiting.length - maxGroups;
  return (
    <>
      <Groups groups={waiting.slice(0, maxGroups)} hostNames={hostNames} />
      <Group gap="lg" mt={left > 0 || acknowledged.length > 0 ? 'xs' : undefined}>
        {left > 0 && <PageLink to="/incidents">{counted(left, 'more group')}</PageLink>}
        {acknowledged.length > 0 && (
          <TextButton c="dimmed" onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
            {isOpen ? 'Hide' : 'Show'} {acknowledged.reduce((sum, { incidents: of }) => sum + of.length, 0)}{' '}
            acknowledged
          </TextButton>
        )}
      </Group>
      <div id={id}>{isOpen && <Groups groups={acknowledged} hostNames={hostNames} />}</div>
    </>
  );
}

type HostNames = IncidentGroupsProps['hostNames'];

const Groups = ({ groups, hostNames }: { groups: readonly IncidentGroup[]; hostNames: HostNames }) => (
  <Stack component="ul" className="plain groups" gap={0}>
    {groups.map((group) => (
      <OneGroup key={group.code} group={group} hostNames={hostNames} />
    ))}
  </Stack>
);

function OneGroup({ group, hostNames }: { group: IncidentGroup; hostNames: HostNames }) {
  const [isOpen, { toggle }] = useDisclosure();
  const rights = useRights();
  const id = useId();
  const title = groupTitle(group);
  const action = actionOf(group, rights);
  return (
    <li>
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <UnstyledButton className="group-line" onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
          <IconChevronRight size={16} aria-hidden />
          <Severity severity={group.severity} />
          <Text fw={600} span className="foreign">
            {title}
          </Text>
          <Text variant="hint" span className="group-cause">
            <MessageText>{causeLine(group, hostNames)}</MessageText>
          </Text>
        </UnstyledButton>
        {action !== undefined && (
          <PageLink to={action.to} search={action.search} aria-label={`${action.label}: ${title}`} className="nowrap">
            {action.label}
          </PageLink>
        )}
      </Group>
      <div id={id}>{isOpen && <Members group={group} />}</div>
    </li>
  );
}

/** Returns where the group's problem is best looked at: the page of all of them, or the first page of a single one's advice. */
function actionOf({ code, incidents }: IncidentGroup, rights: Parameters<typeof advicePlaces>[1]) {
  const places = incidents.map((incident) => advicePlaces(incident, rights)[0]);
  const isSame = new Set(places.map((place) => place?.to)).size === 1;
  if (isSame) return places[0];
  return code === 'node_failing'
    ? { label: 'View failing nodes', to: '/nodes', search: { phase: 'failing' } as Record<string, string> }
    : undefined;
}

/** Such as `6 on berlin-1: The disk is full. 2 other causes.` */
function causeLine({ incidents, causes }: IncidentGroup, hostNames: HostNames): string {
  const [first] = causes;
  if (first === undefined) return '';
  const host = incidents.length > 1 && first.executorId !== null && hostNames?.get(first.executorId);
  const where = [causes.length > 1 && first.incidents.length, host && `on ${host}`].filter(Boolean).join(' ');
  const others = causes.length > 1 ? ` (${counted(causes.length - 1, 'other cause')})` : '';
  return `${where === '' ? '' : `${capitalizedWhere(where)}: `}${first.text}${others}`;
}

const capitalizedWhere = (where: string): string => where.replace(/^on/, 'On');

const shownAtOnce = 20;

function Members({ group: { incidents } }: { group: IncidentGroup }) {
  const { mayChange } = useRights();
  const [isWhole, showWhole] = useState(false);
  const [first] = incidents;
  if (first === undefined) return null;
  const isSingle = incidents.length === 1;
  return (
    <Stack gap="sm" ps={24} pb="sm">
      <Text variant="hint" component="div">
        {isSingle ? <Advice {...first} /> : <ForeignText>{first.advice}</ForeignText>}
      </Text>
      <Stack component="ul" className="plain" gap="xs">
        {(isWhole ? incidents : incidents.slice(0, shownAtOnce)).map((incident) => (
          <Group key={incident.id} component="li" gap="sm" wrap="nowrap" justify="space-between" align="start">
            <div style={{ minWidth: 0 }}>
              <Text fz="sm" component="div">
                <Subject {...incident} />{' '}
                <Text variant="note" span>
                  <Time at={incident.openedAt} />
                </Text>
              </Text>
              <PageLink to={`/incidents/${incident.id}`} c="inherit" lineClamp={2}>
                <MessageText>{incident.message}</MessageText>
              </PageLink>
            </div>
            {mayChange && incident.acknowledgedAt == null && (
              <OperationButton
                size="compact-xs"
                aria-label={`Acknowledge ${incident.subjectName}`}
                operation={AcknowledgeIncidentDocument}
                variables={{ where: { id: incident.id }, note: null }}
                done="Incident acknowledged."
              >
                Acknowledge
              </OperationButton>
            )}
          </Group>
        ))}
      </Stack>
      {!isWhole && incidents.length > shownAtOnce && (
        <TextButton onClick={() => showWhole(true)} style={{ alignSelf: 'start' }}>
          Show all {incidents.length}
        </TextButton>
      )}
    </Stack>
  );
}
