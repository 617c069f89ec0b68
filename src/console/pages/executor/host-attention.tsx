import { Alert, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../display/code-block.tsx';
import { Panel } from '../../display/page.tsx';
import { DocumentationLink, Lasting } from '../../display/text.tsx';
import { IncidentGroups } from '../incidents/incident-groups.tsx';
import { useOpenIncidents } from '../incidents/open-incidents.ts';
import type { ShownExecutor } from './shown-executor.ts';

const maxGroups = 5;

/** The open incidents of a host and its nodes, with advice. Hidden if there are none. */
export function HostIncidents({ executor: { id, name } }: { executor: ShownExecutor }) {
  const { data } = useOpenIncidents(id);
  const incidents = data?.notificationIncidents?.nodes ?? [];
  if (incidents.length === 0) return null;
  return (
    <Panel title="Open incidents">
      <IncidentGroups incidents={incidents} host={name} maxGroups={maxGroups} />
    </Panel>
  );
}

const checks = ['systemctl status satrap-agent', 'sudo satrap agent doctor'].join('\n');

/** What to do on a host that no longer reports; nothing for one that does, or whose agent was uninstalled. */
export function OfflineHost({ executor: { status, uninstalledAt, lastSeenAt } }: { executor: ShownExecutor }) {
  if (status !== 'offline' || uninstalledAt !== null) return null;
  return (
    <Alert
      color="red"
      title={
        <>
          No heartbeat for <Lasting since={lastSeenAt} />
        </>
      }
    >
      <Stack gap="xs">
        <Text fz="sm">
          The nodes keep running if the host is up. Values on this page are the last reported ones. Check that the host
          is up and reaches the control plane, then its agent: <DocumentationLink to="troubleshooting.html" />
        </Text>
        <CodeBlock text={checks} what="commands" />
      </Stack>
    </Alert>
  );
}
