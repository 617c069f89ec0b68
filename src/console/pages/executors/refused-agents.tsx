import { Alert, List } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/use-api.tsx';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { RefusedAgentsDocument } from './operations.generated.ts';

/** The audit log has the first refusal of an agent, then one an hour. */
const shownForMs = 70 * 60_000;

const fixes: Readonly<Record<string, string>> = {
  Forbidden: 'It is no key of a host. Create an enrolment token for the host.',
  Unauthenticated: 'Its API key was revoked or has expired. Create an enrolment token for the host.',
  executor_key_bound: 'Its API key belongs to another host. Create an enrolment token for this one.',
  executor_name_in_use: 'Another running agent reports under its name. Stop one of them, or give one another name.',
};

/** Agents with a key of the organization whose heartbeats are refused, so that no list of hosts has them. */
export function RefusedAgents() {
  const [since] = useState(() => new Date(Date.now() - shownForMs).toISOString());
  const { data } = useApiQuery(RefusedAgentsDocument, { since }, { shows: [], everySeconds: 30 });
  // One line for each key; the latest comes first.
  const agents = Map.groupBy(data?.auditActions?.nodes ?? [], ({ actor }) => actor.apiKeyId);
  if (agents.size === 0) return null;
  return (
    <Alert color="orange" variant="light" title="The control plane refuses an agent" mb="sm">
      <List fz="sm" spacing={4}>
        {[...agents.values()].flatMap(([latest]) =>
          latest === undefined ? (
            []
          ) : (
            <List.Item key={latest.id}>
              Key <ForeignText>{latest.actor.name}</ForeignText>
              {latest.address != null && ` from ${latest.address}`}, <Time at={latest.at} />:{' '}
              {fixes[latest.errorCode ?? ''] ?? latest.errorCode}
            </List.Item>
          ),
        )}
      </List>
    </Alert>
  );
}
