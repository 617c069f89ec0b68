import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { counted } from '../../../text/counted.ts';
import { formatDuration } from '../../../text/format-duration.ts';
import { ForeignText, MessageText, PageLink, TextButton, Time } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { advicePlaces } from './advice-places.ts';
import type { Incident } from './before.ts';
import { causeLine, groupIncidents, type IncidentGroup } from './group-incidents.ts';
import { AcknowledgeButton, Advice, Severity, Subject } from './incident-parts.tsx';

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
    <Stack component="ul" className="plain" gap={0}>
      {shown.map((group) => (
        <OneGroup key={group.incidents[0].code} group={group} hosts={hosts} />
      ))}
    </Stack>
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

/** The page of several objects of a kind. */
const lists: Partial<Record<Incident['subjectType'], { label: string; to: string }>> = {
  node: { label: 'View nodes', to: '/nodes' },
  executor: { label: 'View hosts', to: '/executors' },
};

function OneGroup({ group, hosts }: { group: IncidentGroup; hosts: readonly { id: string; name: string }[] }) {
  const { severity, title, incidents } = group;
  const [isOpen, { toggle }] = useDisclosure();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const places = advicePlaces(incidents[0], useRights());
  const list = incidents.length > 1 ? lists[incidents[0].subjectType] : undefined;
  const search = list === lists.node ? { incident: incidents[0].code } : undefined;
  const place = list === undefined ? places[0] : { ...list, search };
  return (
    <li>
      <Group gap="0 16px">
        <UnstyledButton py={{ base: 4, sm: 7 }} flex="1 1 260px" miw={0} onClick={toggle} aria-expanded={isOpen}>
          <Group gap={10} wrap="nowrap" align="start">
            <Chevron size={16} aria-hidden color="var(--mantine-color-dimmed)" style={{ flex: 'none', marginTop: 2 }} />
            <Severity severity={severity} />
            <Text fz="sm" span lineClamp={2}>
              <Text fw={600} span inherit className="foreign">
                {title}
              </Text>{' '}
              <Text variant="hint" span visibleFrom="sm">
                <MessageText>{causeLine(group, hosts)}</MessageText>
              </Text>
            </Text>
          </Group>
        </UnstyledButton>
        <Group gap="sm" ps={{ base: 26, sm: 0 }} pb={{ base: 10, sm: 0 }}>
          <Text variant="hint">
            for {formatDuration(Math.max(...incidents.map(({ durationSeconds }) => durationSeconds)))}
          </Text>
          {place !== undefined && (
            <PageLink to={place.to} search={place.search} aria-label={`${place.label}: ${title}`} className="nowrap">
              {place.label}
            </PageLink>
          )}
        </Group>
      </Group>
      {isOpen && <Members incidents={incidents} />}
    </li>
  );
}

const Members = ({ incidents }: Pick<IncidentGroup, 'incidents'>) => (
  <Stack gap="sm" ps={26} pb="sm">
    <Text variant="hint" component="div">
      {incidents.length === 1 ? <Advice {...incidents[0]} /> : <ForeignText>{incidents[0].advice}</ForeignText>}
    </Text>
    <Stack component="ul" className="plain" gap="xs">
      {incidents.map((incident) => (
        <Group key={incident.id} component="li" gap="sm" wrap="nowrap" justify="space-between" align="start">
          <Text fz="sm" component="div" miw={0}>
            <Subject {...incident} /> · <Time at={incident.openedAt} />
            <PageLink to={`/incidents/${incident.id}`} c="inherit" lineClamp={2}>
              <MessageText>{incident.message}</MessageText>
            </PageLink>
          </Text>
          <AcknowledgeButton size="xs" flex="none" incident={incident} />
        </Group>
      ))}
    </Stack>
  </Stack>
);
