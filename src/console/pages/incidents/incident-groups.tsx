import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { formatDuration } from '../../../text/format-duration.ts';
import { formatNumber } from '../../display/format.ts';
import { MessageText, PageLink, TextButton } from '../../display/text.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { useRights } from '../../session/viewer.ts';
import { given } from '../addresses.ts';
import { advicePlaces } from './advice-places.ts';
import type { Incident } from './before.ts';
import { causeLine, groupIncidents, type IncidentGroup } from './group-incidents.ts';
import { Severity } from './severity.tsx';

// Lazy: most groups stay closed.
const GroupMembers = lazyPart(() => import('./group-members.tsx'), 'GroupMembers', null);

interface IncidentGroupsProps {
  incidents: readonly Incident[];
  /** The hosts, as far as they are known, which causes name. */
  hosts?: readonly { id: string; name: string }[];
  /** The name of the host that all of them are of, for the lists of their nodes. */
  host?: string;
  /** Default: all. */
  maxGroups?: number;
}

/** Open incidents by rule and cause, one line each, the worst first. The acknowledged ones are apart, folded. */
export function IncidentGroups({ incidents, hosts = [], host, maxGroups = incidents.length }: IncidentGroupsProps) {
  const [isOpen, { toggle }] = useDisclosure();
  const groups = groupIncidents(incidents.filter(({ acknowledgedAt }) => acknowledgedAt === null));
  const acknowledged = incidents.filter(({ acknowledgedAt }) => acknowledgedAt !== null);
  const listOf = (shown: readonly IncidentGroup[]) => (
    <Stack component="ul" className="plain" gap={0}>
      {shown.map((group) => (
        <OneGroup key={group.incidents[0].code} {...{ group, hosts, host }} />
      ))}
    </Stack>
  );
  return (
    <>
      {listOf(groups.slice(0, maxGroups))}
      <Group gap="lg" mt="xs">
        {groups.length > maxGroups && (
          <PageLink to="/incidents">Show {formatNumber(groups.length - maxGroups)} more</PageLink>
        )}
        {acknowledged.length > 0 && (
          <TextButton c="dimmed" onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? 'Hide' : 'Show'} {formatNumber(acknowledged.length)} acknowledged
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

interface OneGroupProps extends Required<Pick<IncidentGroupsProps, 'hosts'>> {
  group: IncidentGroup;
  host: string | undefined;
}

function OneGroup({ group, hosts, host }: OneGroupProps) {
  const { severity, title, incidents } = group;
  const [isOpen, { toggle }] = useDisclosure();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const places = advicePlaces(incidents[0], useRights());
  const list = incidents.length > 1 ? lists[incidents[0].subjectType] : undefined;
  const search = list === lists.node ? given({ incident: incidents[0].code, executor: host }) : undefined;
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
      {isOpen && <GroupMembers {...{ title, incidents, host }} />}
    </li>
  );
}
