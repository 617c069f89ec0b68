import { Progress, Stack, Table, Text } from '@mantine/core';
import { CancelNodeOperationDocument } from '../../../../client/operations.generated.ts';
import { capitalized } from '../../../../text/capitalized.ts';
import { OperationButton } from '../../../display/form.tsx';
import { formatPart } from '../../../display/format.ts';
import { Panel } from '../../../display/page.tsx';
import { ForeignLine, ForeignText, Time } from '../../../display/text.tsx';
import { useRights } from '../../../session/viewer.ts';
import { type TabProps, useNodeQuery } from '../shown-node.ts';
import { NodeOperationsDocument, type NodeOperationsQuery } from './operations.generated.ts';

type Operation = NonNullable<NodeOperationsQuery['node']>['operations'][number];

const useOperations = ({ node }: TabProps): readonly Operation[] =>
  useNodeQuery(NodeOperationsDocument, { id: node.id, take: 6 }, { everySeconds: 5 }).data?.node?.operations ?? [];

export const PendingOperations = ({ node }: TabProps) =>
  useOperations({ node })
    .filter(({ endedAt }) => endedAt === null)
    .map((operation) => <Pending key={operation.id} operation={operation} nodeId={node.id} />);

/** Past operations of a node. Hidden if there are none. */
export function PastOperations({ node }: TabProps) {
  const ended = useOperations({ node }).filter(({ endedAt }) => endedAt !== null);
  if (ended.length === 0) return null;
  return (
    <Panel title="Past operations">
      <Table.ScrollContainer minWidth={480}>
        <Table data={{ head: ['Operation', 'State', 'Ended', 'Requested by'], body: ended.map(historyRow) }} />
      </Table.ScrollContainer>
    </Panel>
  );
}

function Pending({ operation, nodeId }: { operation: Operation; nodeId: string }) {
  const mayCancel = useRights().mayChange;
  const { id, state, step, progress, estimatedEndAt, requestedBy, requestedAt, reason, cancellable } = operation;
  return (
    <Stack gap="xs" align="start">
      <ForeignLine fw={600}>{capitalized(operation.title)}</ForeignLine>
      <Text fz="sm" role="status">
        {capitalized(state)}
        {step !== null && <>: {step}</>}. Requested by <ForeignText>{requestedBy}</ForeignText>{' '}
        <Time at={requestedAt} />. {reason !== null && <ForeignText>{reason}</ForeignText>}
      </Text>
      {progress !== null && (
        <>
          <Progress value={progress * 100} size="lg" aria-label="Progress" w="100%" />
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
        <OperationButton
          operation={CancelNodeOperationDocument}
          variables={{ where: { nodeId, id } }}
          done="Operation cancelled."
        >
          Cancel operation
        </OperationButton>
      )}
    </Stack>
  );
}

const historyRow = (operation: Operation) => [
  <div key="title">
    <ForeignText>{capitalized(operation.title)}</ForeignText>
    <ForeignLine variant="hint">{operation.reason}</ForeignLine>
  </div>,
  capitalized(operation.state),
  <Time key="ended" at={operation.endedAt ?? operation.requestedAt} />,
  <ForeignText key="by">{operation.requestedBy}</ForeignText>,
];
