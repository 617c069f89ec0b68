import { Group, Stack, Text } from '@mantine/core';
import { ForeignText, MessageText, PageLink, Time } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { given } from '../addresses.ts';
import type { Incident } from './before.ts';
import type { IncidentGroup } from './group-incidents.ts';
import { AcknowledgeAllButton, AcknowledgeButton, Advice, Subject } from './incident-parts.tsx';

interface GroupMembersProps extends Pick<IncidentGroup, 'title' | 'incidents'> {
  /** The name of the host that all of them are of; undefined for those of several. */
  host: string | undefined;
}

/** The incidents of a group with their advice, and what can be done with all of them. */
export const GroupMembers = ({ title, incidents, host }: GroupMembersProps) => (
  <Stack gap="sm" ps={26} pb="sm">
    <Text variant="hint" component="div">
      {incidents.length === 1 ? <Advice {...incidents[0]} /> : <ForeignText>{incidents[0].advice}</ForeignText>}
    </Text>
    {incidents.length > 1 && (
      <Group gap="sm">
        <AcknowledgeAllButton size="xs" {...{ title, incidents }} />
        <SelectNodes title={title} incident={incidents[0]} host={host} />
      </Group>
    )}
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

/** Leads to the nodes of a group, all selected for an action. */
function SelectNodes({ title, incident, host }: { title: string; incident: Incident; host: string | undefined }) {
  const { code, subjectType } = incident;
  const { mayChange } = useRights();
  if (subjectType !== 'node' || !mayChange) return null;
  return (
    <PageLink
      to="/nodes"
      search={given({ incident: code, executor: host, select: 'all' })}
      aria-label={`Select nodes: ${title}`}
    >
      Select these nodes
    </PageLink>
  );
}
