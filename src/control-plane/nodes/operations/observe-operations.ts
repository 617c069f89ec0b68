import { inKindField } from '../../../contract/kind-fields.ts';
import { operationParams } from '../../../contract/node-operations.ts';
import type {
  DesiredOperation,
  NodeOperationParams,
  ObservedNodeInput,
  OperationReportInput,
} from '../../../contract/types.generated.ts';
import { and, asc, type Database, eq, hasKey, inArray, sql, type TenantKey } from '../../platform/database/database.ts';
import { nodeOperation, type OperationRow, pendingStates } from '../../tables/node-operations.ts';
import { node, nodesOn } from '../../tables/nodes.ts';
import { kindOf } from './kinds.ts';

/** Returns the pending operations that an executor carries out, by node. */
export async function desiredOperations(
  database: Database,
  executor: TenantKey,
): Promise<(nodeId: string) => DesiredOperation[]> {
  const rows = await database
    .select({ operation: nodeOperation })
    .from(nodeOperation)
    .innerJoin(node, hasKey(node, nodeOperation.organizationId, nodeOperation.nodeId))
    .where(nodesOn(executor, inArray(nodeOperation.state, pendingStates)))
    .orderBy(asc(nodeOperation.requestedAt));
  const byNode = Map.groupBy(
    rows.filter(({ operation: { kind } }) => kindOf(kind).isCarriedOutByAgent),
    ({ operation: { nodeId } }) => nodeId,
  );
  return (nodeId) =>
    (byNode.get(nodeId) ?? []).map(({ operation: { id, kind, params, state } }) => ({
      id,
      kind,
      params: inKindField(kind, operationParams[kind].parse(params)) as NodeOperationParams,
      hasStarted: state === 'running',
    }));
}

/**
 * Stores the progress that an executor reports of operations. Returns whether this changes its desired state: one has
 * started or ended, or continues although it was cancelled. Runs no statement if none is reported.
 */
export async function observeOperations(
  transaction: Database,
  executor: TenantKey,
  observed: readonly ObservedNodeInput[],
): Promise<boolean> {
  const reports = new Map(
    observed.flatMap(({ id: nodeId, operations }) =>
      (operations ?? []).map((report) => [report.id, { nodeId, report }] as const),
    ),
  );
  if (reports.size === 0) return false;
  const ofExecutor = and(eq(node.organizationId, executor.organizationId), eq(node.executorId, executor.id));
  const rows = await transaction
    .select({ operation: nodeOperation })
    .from(nodeOperation)
    .innerJoin(node, hasKey(node, nodeOperation.organizationId, nodeOperation.nodeId))
    .where(and(ofExecutor, sql`${nodeOperation.id}::text = ANY(${sql.param([...reports.keys()])}::text[])`));
  const now = new Date();
  let isOther = false;
  for (const { operation } of rows) {
    const found = reports.get(operation.id);
    const change = found?.nodeId === operation.nodeId ? afterReport(operation, found.report, now) : undefined;
    if (change === undefined) continue;
    const isOperation = hasKey(nodeOperation, operation.organizationId, operation.id);
    await transaction.update(nodeOperation).set(change).where(isOperation);
    isOther ||= change.state !== operation.state;
  }
  return isOther;
}

type Reported = Pick<
  OperationRow,
  'state' | 'step' | 'progress' | 'cancellable' | 'reason' | 'result' | 'startedAt' | 'endedAt'
>;

/** Returns undefined without news. What was cancelled past the point of no return is shown as it is reported. */
export function afterReport(
  { state: before, step, progress, cancellable, reason, result, startedAt, endedAt }: OperationRow,
  report: OperationReportInput,
  now: Date,
): Reported | undefined {
  const { state } = report;
  const isPending = before === 'requested' || before === 'running';
  const wasTooLate = before === 'cancelled' && (state === 'succeeded' || (state === 'running' && !report.cancellable));
  if (!(isPending || wasTooLate) || state === 'cancelled' || (before === 'running' && state === 'requested'))
    return undefined;
  const started = report.startedAt
    ? new Date(report.startedAt)
    : state === 'running' || state === 'succeeded'
      ? now
      : null;
  const change: Reported = {
    state,
    step: report.step ?? null,
    progress: state === 'succeeded' ? 1 : (report.progress ?? null),
    cancellable: report.cancellable,
    reason: report.reason ?? null,
    result: report.result ?? null,
    startedAt: startedAt ?? started,
    endedAt: state === 'succeeded' || state === 'failed' ? now : null,
  };
  const was: Reported = { state: before, step, progress, cancellable, reason, result, startedAt, endedAt };
  return JSON.stringify(change) === JSON.stringify(was) ? undefined : change;
}
