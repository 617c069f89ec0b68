import { Progress, Stack, Table, Text } from '@mantine/core';
import type { NodeOperationState } from '../../../../contract/types.generated.ts';
import { useApiMutation } from '../../../api/use-api.tsx';
import { MutationButton } from '../../../display/action-button.tsx';
import { formatPart } from '../../../display/format.ts';
import { Panel } from '../../../display/page.tsx';
import { ForeignText } from '../../../display/text.tsx';
import { Time } from '../../../display/time.tsx';
import { useRights } from '../../../session/viewer.ts';
import { type TabProps, useNodeQuery } from '../shown-node.ts';
import { CancelOperationDocument, NodeOperationsDocument, type NodeOperationsQuery } from './operations.generated.ts';

type Operation = NonNullable<NodeOperationsQuery['node']>['operations'][number];

const states: Record<NodeOperationState, string> = {
  requested: 'Requested',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** Pending and past operations of a node. Hidden if there are none. */
export function OperationPanel({ node }: TabProps) {
  const { data } = useNodeQuery(NodeOperationsDocument, { id: node.id, take: 6 }, { everySeconds: 5 });
  const operations = data?.node?.operations ?? [];
  if (operations.length === 0) return null;
  const ended = operations.filter(({ endedAt }) => endedAt !== null);
  return (
    <Panel title="Operations">
      <Stack>
        {operations
          .filter(({ endedAt }) => endedAt === null)
          .map((operation) => (
            <Pending key={operation.id} operation={operation} nodeId={node.id} />
          ))}
        {ended.length > 0 && (
          <Table.ScrollContainer minWidth={480}>
            <Table data={{ head: ['Operation', 'State', 'Ended', 'Requested by'], body: ended.map(historyRow) }} />
          </Table.ScrollContainer>
        )}
      </Stack>
    </Panel>
  );
}

const titleOf = ({ title }: Operation): string => `${title.charAt(0).toUpperCase()}${title.slice(1)}`;

function Pending({ operation, nodeId }: { operation: Operation; nodeId: string }) {
  const cancel = useApiMutation(CancelOperationDocument, { done: 'Operation cancelled.' });
  const mayCancel = useRights().mayChange;
  const { id, state, step, progress, estimatedEndAt, requestedBy, requestedAt, reason, cancellable } = operation;
  return (
    <Stack gap="xs" align="start">
      <Text fw={600}>
        <ForeignText>{titleOf(operation)}</ForeignText>
      </Text>
      <Text fz="sm" role="status">
        {states[state]}
        {step !== null && <>: {step}</>}. Requested by <ForeignText>{requestedBy}</ForeignText>{' '}
        <Time at={requestedAt} />. {reason !== null && <ForeignText>{reason}</ForeignText>}
      </Text>
      {progress !== null && (
        <>
          <Progress value={progress * 100} aria-label="Progress" w="100%" />
          <Text variant="hint">
            {formatPart(progress)}
            {estimatedEndAt !== null && (
              <>
                , estimated end <Time at={estimatedEndAt} />
              </>
            )}
          </Text>
        </>
      )}
      {mayCancel && cancellable && (
        <MutationButton variant="default" mutation={cancel} variables={{ nodeId, id }}>
          Cancel operation
        </MutationButton>
      )}
    </Stack>
  );
}

const historyRow = (operation: Operation) => [
  <div key="title">
    <ForeignText>{titleOf(operation)}</ForeignText>
    {operation.reason !== null && (
      <Text variant="hint">
        <ForeignText>{operation.reason}</ForeignText>
      </Text>
    )}
  </div>,
  states[operation.state],
  <Time key="ended" at={operation.endedAt ?? operation.requestedAt} />,
  <ForeignText key="by">{operation.requestedBy}</ForeignText>,
];
