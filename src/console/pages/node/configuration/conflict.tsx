import { Alert, Button, Group, List } from '@mantine/core';
import { useApiQuery } from '../../../api/use-api.tsx';
import { ForeignText } from '../../../display/values/foreign-text.tsx';
import { Time } from '../../../display/values/time.tsx';
import { LastChangeDocument } from './operations.generated.ts';
import type { ForeignChange } from './rebase.ts';

interface ConflictProps {
  nodeId: string;
  changes: readonly ForeignChange[];
  onKeep: () => void;
  onDiscard: () => void;
}

/** Shows what somebody else changed while a draft was edited, and asks what becomes of the draft. */
export function Conflict({ nodeId, changes, onKeep, onDiscard }: ConflictProps) {
  const { data } = useApiQuery(LastChangeDocument, { nodeId }, { shows: [{ type: 'node', id: nodeId }] });
  const [last] = data?.auditActions?.nodes ?? [];
  return (
    <Alert role="alert" color="orange" variant="light" title="The configuration has changed since you began">
      {last !== undefined && (
        <>
          <ForeignText>{last.actor.name}</ForeignText> saved this <Time at={last.at} />:
        </>
      )}
      <List fz="sm" my="xs">
        {changes.map(({ field, from, to }) => (
          <List.Item key={field}>
            <ForeignText>{`${field}: ${from ?? 'not set'} → ${to ?? 'not set'}`}</ForeignText>
          </List.Item>
        ))}
      </List>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onKeep}>
          Keep my changes
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard my changes
        </Button>
      </Group>
    </Alert>
  );
}
