import { Accordion, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { AcknowledgeIncidentDocument } from '../../../client/operations.generated.ts';
import { counted } from '../../../text/counted.ts';
import { OperationButton } from '../../display/form.tsx';
import { ForeignText, MessageText, PageLink, TextButton, Time } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { advicePlaces } from './advice-places.ts';
import type { Incident } from './before.ts';
import { causeLine, groupIncidents, type IncidentGroup } from './group-incidents.ts';
import { Advice, Severity, Subject } from './incident-parts.tsx';

interface IncidentGroupsProps {
  incidents: readonly Incident[];
  /** The hosts, as far as they are known, which causes name. */
  hosts?: readonly { id: string; name: string }[];
  /** Default: all. */
  maxGroups?: number;
}

/** Open incidents by rule and cause, one line each, the worst first. The acknowledged ones are apart, folded. */
export function IncidentGroups({ incidents, hosts = [], maxGroups = incidents.length }: IncidentGroupsProps) {
  const [isOpen, { toggle }] = useDisclosure();
  const groups = groupIncidents(incidents.filter(({ acknowledgedAt }) => acknowledgedAt === null));
  const acknowledged = incidents.filter(({ acknowledgedAt }) => acknowledgedAt !== null);
  const listOf = (shown: readonly IncidentGroup[]) => (
    <Accordion multiple chevronPosition="left" order={3} keepMounted={false}>
      {shown.map((group) => (
        <OneGroup key={group.incidents[0].code} group={group} hosts={hosts} />
      ))}
    </Accordion>
  );
  return (
    <>
      {listOf(groups.slice(0, maxGroups))}
      <Group gap="lg" mt="xs">
        {groups.length > maxGroups && (
          <PageLink to="/incidents">{counted(groups.length - maxGroups, 'more rule')}</PageLink>
        )}
        {acknowledged.length > 0 && (
          <TextButton c="dimmed" onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? 'Hide' : 'Show'} {acknowledged.length} acknowledged
          </TextButton>
        )}
      </Group>
      {isOpen && listOf(groupIncidents(acknowledged))}
    </>
  );
}

function OneGroup({ group, hosts }: { group: IncidentGroup; hosts: readonly { id: string; name: string }[] }) {
  const { severity, title, incidents } = group;
  const places = advicePlaces(incidents[0], useRights());
  // The page of all of them, or of the only one.
  const place =
    incidents.length > 1 && incidents[0].code === 'node_failing'
      ? { label: 'View nodes', to: '/nodes', search: { phase: 'failing' } }
      : places[0];
  return (
    <Accordion.Item value={incidents[0].code}>
      <Group wrap="nowrap" gap="xs">
        <Accordion.Control>
          <Group gap="2px 10px">
            <Severity severity={severity} />
            <Text fw={600} fz="sm" span className="foreign">
              {title}
            </Text>
            <Text variant="hint" span lineClamp={1} flex="1 1 240px">
              <MessageText>{causeLine(group, hosts)}</MessageText>
            </Text>
          </Group>
        </Accordion.Control>
        {place !== undefined && (
          <PageLink to={place.to} search={place.search} aria-label={`${place.label}: ${title}`} className="nowrap">
            {place.label}
          </PageLink>
        )}
      </Group>
      <Accordion.Panel>
        <Members incidents={incidents} />
      </Accordion.Panel>
    </Accordion.Item>
  );
}

const shownAtOnce = 20;

function Members({ incidents }: Pick<IncidentGroup, 'incidents'>) {
  const { mayChange } = useRights();
  const [isWhole, { open: showWhole }] = useDisclosure();
  return (
    <Stack gap="sm" align="start">
      <Text variant="hint" component="div">
        {incidents.length === 1 ? <Advice {...incidents[0]} /> : <ForeignText>{incidents[0].advice}</ForeignText>}
      </Text>
      <Stack component="ul" className="plain" gap="xs" w="100%">
        {incidents.slice(0, isWhole ? undefined : shownAtOnce).map((incident) => (
          <Group key={incident.id} component="li" gap="sm" wrap="nowrap" justify="space-between" align="start">
            <Text fz="sm" component="div" miw={0}>
              <Subject {...incident} /> · <Time at={incident.openedAt} />
              <PageLink to={`/incidents/${incident.id}`} c="inherit" lineClamp={2}>
                <MessageText>{incident.message}</MessageText>
              </PageLink>
            </Text>
            {mayChange && incident.acknowledgedAt === null && (
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
        <TextButton onClick={showWhole}>Show all {incidents.length}</TextButton>
      )}
    </Stack>
  );
}
