import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { NotificationIncidentsDocument } from '../../../../client/operations.generated.ts';
import { advice, adviceDocuments } from '../../../../contract/advice.ts';
import { capitalized } from '../../../../text/capitalized.ts';
import { printable } from '../../../../text/printable.ts';
import { useApiQuery } from '../../../api/use-api.tsx';
import { Scroller } from '../../../display/code-block.tsx';
import { DocumentationLink, ForeignText, LongText, TextLink, Time } from '../../../display/text.tsx';
import { useRights } from '../../../session/viewer.ts';
import type { NodeTab } from '../../addresses.ts';
import { actionText } from '../../audit/action-words.ts';
import { AcknowledgeButton } from '../../incidents/incident-parts.tsx';
import { useLog } from '../logs/use-log.ts';
import { type TabProps, useLastChange } from '../shown-node.ts';

const maxLines = 10;

/** Why a node cannot run, what changed before, and what helps. */
export function FailingNode({ node }: TabProps) {
  const { mayChange } = useRights();
  const shows = [{ type: 'node', id: node.id }, 'incident'] as const;
  const variables = { status: 'open', filter: { nodeId: node.id } } as const;
  const { data } = useApiQuery(NotificationIncidentsDocument, variables, { shows });
  const open = data?.notificationIncidents?.nodes ?? [];
  const incident = open.find(({ code }) => code === 'node_failing' || code === 'crash_loop');
  return (
    <>
      {node.status.reason !== null && (
        <Text>
          <LongText>{capitalized(node.status.reason)}</LongText>
        </Text>
      )}
      <Text fz="sm" component="div">
        <ForeignText>{incident?.advice ?? advice.node_failing}</ForeignText>{' '}
        <DocumentationLink to={adviceDocuments.node_failing ?? ''} />
      </Text>
      <LastChange node={node} />
      <LastLines node={node} />
      <Group gap="xs">
        <TabButton node={node} tab="logs" label="View logs" />
        {mayChange && <TabButton node={node} tab="configuration" label="Edit configuration" />}
        {incident !== undefined && (
          <>
            <AcknowledgeButton incident={incident} />
            <Text fz="sm">
              <TextLink to={`/incidents/${incident.id}`} c="inherit">
                Incident
              </TextLink>{' '}
              opened <Time at={incident.openedAt} />
              {incident.acknowledgedAt !== null && ', acknowledged'}
            </Text>
          </>
        )}
      </Group>
    </>
  );
}

const TabButton = ({ node: { id }, tab, label }: TabProps & { tab: NodeTab; label: string }) => (
  <Button variant="default" renderRoot={(props) => <Link {...props} to={`/nodes/${id}`} search={{ tab } as never} />}>
    {label}
  </Button>
);

function LastChange({ node }: TabProps) {
  const last = useLastChange(node.id);
  if (last === undefined) return null;
  return (
    <Text fz="sm" lineClamp={3}>
      Last change: <ForeignText>{actionText(last)}</ForeignText>, <Time at={last.at} />
    </Text>
  );
}

/** The end of the node's log, which grows. */
function LastLines({ node }: TabProps) {
  const { rows, error, isSilent } = useLog(node.id, { tail: maxLines, follows: true });
  if (rows.length === 0)
    return (
      <Text variant="hint" role="status">
        {error !== null || isSilent ? `${node.executor.name} did not respond.` : 'Loading the last log lines…'}
      </Text>
    );
  return (
    <Scroller component="pre" className="code" mah={220} aria-label="Last log lines">
      {rows
        .slice(-maxLines)
        .map(({ text }) => printable(text))
        .join('\n')}
    </Scroller>
  );
}
