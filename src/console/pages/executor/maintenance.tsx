import { Alert, Progress } from '@mantine/core';
import {
  CordonExecutorDocument,
  DrainExecutorDocument,
  NodeCountsDocument,
  UncordonExecutorDocument,
  UndrainExecutorDocument,
} from '../../../client/operations.generated.ts';
import type { NodeWhereInput } from '../../../contract/types.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { DialogButton } from '../../display/dialogs.tsx';
import { OperationButton } from '../../display/form.tsx';
import { ReasonForm } from '../../display/reason-form.tsx';
import { ForeignText, Time } from '../../display/text.tsx';
import { NodeListDocument } from '../nodes/operations.generated.ts';
import type { ShownExecutor } from './shown-executor.ts';

const example = 'Shown to your team, for example “new disk”';

/** Cordons and drains a host. Each action is replaced in place by its opposite, which takes the focus. */
export function MaintenanceActions({ executor: { id, name, cordon, drain } }: { executor: ShownExecutor }) {
  const variables = { where: { id } };
  if (drain != null)
    return (
      <OperationButton
        operation={UndrainExecutorDocument}
        variables={variables}
        done="Drain ended. Nodes are starting."
      >
        End drain
      </OperationButton>
    );
  return (
    <>
      {cordon == null ? (
        <DialogButton variant="default" label="Cordon host…" title={`Cordon ${name}?`}>
          <ReasonForm
            operation={CordonExecutorDocument}
            variables={(reason) => ({ ...variables, reason })}
            act="Cordon host"
            example={example}
            done="Host cordoned."
          >
            Keeps new nodes away. Existing nodes keep running.
          </ReasonForm>
        </DialogButton>
      ) : (
        <OperationButton operation={UncordonExecutorDocument} variables={variables} done="Host uncordoned.">
          Uncordon host
        </OperationButton>
      )}
      <DialogButton variant="default" label="Drain host…" title={`Drain ${name}?`}>
        <ReasonForm
          operation={DrainExecutorDocument}
          variables={(reason) => ({ ...variables, reason })}
          act="Drain host"
          example={example}
          done={`Draining ${name}…`}
          isDanger
        >
          <Drained id={id} />
        </ReasonForm>
      </DialogButton>
    </>
  );
}

const namedAtMost = 10;

function Drained({ id }: { id: string }) {
  const where: NodeWhereInput = { executorId: { equals: id }, desiredState: { equals: 'running' } };
  const named = { where, orderBy: [{ name: 'asc' as const }], take: namedAtMost };
  const { data: counts } = useApiQuery(NodeCountsDocument, { where }, { shows: ['node'] });
  const { data } = useApiQuery(NodeListDocument, named, { shows: ['node'] });
  if (counts === undefined || data === undefined) return 'Running nodes stop.';
  const count = counts.nodeCounts?.total ?? 0;
  const more = count - data.nodesConnection.nodes.length;
  if (count === 0) return 'No nodes are running on this host. It accepts no new nodes until the drain ends.';
  return (
    <>
      {count === 1 ? '1 node stops' : `${count} nodes stop`}:{' '}
      <ForeignText>{data.nodesConnection.nodes.map(({ name }) => name).join(', ')}</ForeignText>
      {more > 0 && ` and ${more} more`}. Clients lose their connection. Ending the drain starts the nodes again.
    </>
  );
}

/** The cordon or drain of a host, with the progress of a drain. */
export function MaintenanceState({ executor: { cordon, drain, room } }: { executor: ShownExecutor }) {
  const held = drain ?? cordon;
  if (held == null) return null;
  const stopped = room.nodes - (drain?.remaining ?? 0);
  const isDraining = drain != null && drain.completedAt == null;
  const title = isDraining
    ? `Draining: ${stopped} of ${room.nodes} nodes stopped`
    : drain == null
      ? 'Cordoned: accepts no new nodes'
      : 'Drained: all nodes stopped';
  return (
    <Alert color="orange" title={title}>
      {isDraining && <Progress value={(stopped / room.nodes) * 100} mb="xs" aria-label="Stopped nodes" />}
      <ForeignText>{held.reason}</ForeignText> (<ForeignText>{held.by}</ForeignText>, <Time at={held.at} />)
    </Alert>
  );
}
