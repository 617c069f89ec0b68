import type {
  ConsumerReportInput,
  EndpointCallInput,
  EndpointHostMember,
  EndpointsReportInput,
} from '../../contract/types.generated.ts';
import { type ControlPlaneEvent, recordEvents } from '../history/events/record-events.ts';
import { publish } from '../platform/bus/outbox.ts';
import { and, type Database, eq, inArray, sql, transact } from '../platform/database/database.ts';
import { type Issue, invalidInput } from '../platform/input/errors.ts';
import { limitFaults } from '../platform/input/limit-faults.ts';
import { isUuid } from '../platform/input/scalars.ts';
import { executorMutation } from '../request/operations.ts';
import { executorIdOf, ownExecutorName } from '../request/own-executor.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { recordAction } from '../request/trail/record-action.ts';
import { consumer, consumerUsage, endpoint, endpointCall, endpointReport } from '../tables/endpoints.ts';
import { node } from '../tables/nodes.ts';
import { methodPattern } from './consumer-columns.ts';
import { usageAfter } from './consumer-usage.ts';
import { isVisibleChange, memberChanges, memberEvent, withRecorded } from './member-changes.ts';

interface Reporter {
  organizationId: string;
  executorId: string;
  executorName: string;
}

export const reportEndpointsResolvers = (): Resolvers => ({
  Mutation: {
    reportEndpoints: executorMutation({
      run: async ({ data }, { caller, database }) => {
        const issues = [...limitFaults('EndpointsReportInput', data, ['data']), ...methodFaults(data)];
        if (issues.length > 0) throw invalidInput(issues);
        const { organizationId } = caller;
        const executorName = await ownExecutorName(database, caller);
        const executorId = await executorIdOf(database, organizationId, executorName);
        const reporter = { organizationId, executorId, executorName };
        await transact(database, async (transaction) => {
          const served = await servedEndpoints(transaction, reporter);
          const events = await storeReports(transaction, reporter, { data, served });
          await storeUsage(transaction, reporter, { data, served });
          if (events.length > 0) await recordEvents(transaction, organizationId, events);
          await recordCalls(transaction, reporter, { data, served });
        });
        return { accepted: data.calls.length };
      },
      subject: () => null,
    }),
  },
});

/** The audit log has the method in the name of the action. */
const methodFaults = ({ calls }: EndpointsReportInput): Issue[] =>
  calls.flatMap(({ method }, index) =>
    methodPattern.test(method)
      ? []
      : [{ path: ['data', 'calls', index, 'method'], message: 'must be the name of an RPC method' }],
  );

/** Returns the endpoints that a host serves: their names by id. It cannot report on endpoints of other hosts. */
async function servedEndpoints(
  transaction: Database,
  { organizationId, executorId }: Reporter,
): Promise<ReadonlyMap<string, string>> {
  const isServed = sql`${endpoint.executorIds} @> to_jsonb(${executorId}::text)`;
  const rows = await transaction
    .select({ id: endpoint.id, name: endpoint.name })
    .from(endpoint)
    .where(and(eq(endpoint.organizationId, organizationId), isServed));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface Report {
  data: EndpointsReportInput;
  served: ReadonlyMap<string, string>;
}

/** Stores the state of endpoints, and publishes a change of what people see. Returns the events of their nodes. */
async function storeReports(
  transaction: Database,
  reporter: Reporter,
  { data, served }: Report,
): Promise<ControlPlaneEvent[]> {
  const { organizationId, executorId } = reporter;
  const isOwn = and(eq(endpointReport.organizationId, organizationId), eq(endpointReport.executorId, executorId));
  const before = new Map(
    (await transaction.select().from(endpointReport).where(isOwn)).map((row) => [row.endpointId, row]),
  );
  const rows = data.endpoints
    .filter(({ endpointId }) => served.has(endpointId))
    .map(({ endpointId, isListening, problem, members }) => ({
      ...{ organizationId, executorId, endpointId },
      isListening,
      reason: problem ?? data.problem ?? (isListening ? null : 'its gateway does not listen'),
      digest: data.digest ?? null,
      members: withRecorded(
        before.get(endpointId)?.members ?? [],
        members.map(({ height, blocksBehind, ...member }) => ({
          ...member,
          height: height ?? null,
          blocksBehind: blocksBehind ?? null,
        })),
      ),
      reportedAt: new Date(),
    }));
  for (const row of rows)
    await transaction
      .insert(endpointReport)
      .values(row)
      .onConflictDoUpdate({
        target: [endpointReport.organizationId, endpointReport.endpointId, endpointReport.executorId],
        set: row,
      });
  const changedRows = rows.filter((row) => isVisibleChange(before.get(row.endpointId), row));
  await publish(
    transaction,
    ...changedRows.map(({ endpointId: id }) => ({ kind: 'changed', organizationId, type: 'endpoint', id }) as const),
  );
  const changed = rows.flatMap(({ endpointId, members }) =>
    memberChanges(before.get(endpointId)?.members ?? [], members).map((member) => ({ endpointId, member })),
  );
  return eventsOf(transaction, reporter, { changed, served });
}

/** Returns the events of nodes that a gateway began to use, or no longer uses. */
async function eventsOf(
  transaction: Database,
  { organizationId, executorName }: Reporter,
  { changed, served }: { changed: readonly MemberChange[]; served: Report['served'] },
): Promise<ControlPlaneEvent[]> {
  const ids = changed.map(({ member }) => member.nodeId);
  const nodeNames = await namesOfNodes(transaction, organizationId, ids);
  return changed.flatMap(({ endpointId, member }) => {
    const [endpointName, nodeName] = [served.get(endpointId), nodeNames.get(member.nodeId)];
    if (endpointName === undefined || nodeName === undefined) return [];
    return [memberEvent(member, { endpointId, endpointName, nodeName, executorName })];
  });
}

interface MemberChange {
  endpointId: string;
  member: EndpointHostMember;
}

/** Returns the names of nodes of the organization by id. A gateway can report any id. */
async function namesOfNodes(
  transaction: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return new Map();
  const rows = await transaction
    .select({ id: node.id, name: node.name })
    .from(node)
    .where(and(eq(node.organizationId, organizationId), inArray(node.id, known)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function storeUsage(
  transaction: Database,
  { organizationId, executorId }: Reporter,
  { data, served }: Report,
): Promise<void> {
  const reported = new Map<string, ConsumerReportInput>(
    data.endpoints
      .filter(({ endpointId }) => served.has(endpointId))
      .flatMap(({ consumers }) => consumers.map((each) => [each.consumerId, each] as const)),
  );
  if (reported.size === 0) return;
  const rows = await transaction
    .select({ id: consumer.id, endpointId: consumer.endpointId, usage: consumerUsage })
    .from(consumer)
    .leftJoin(
      consumerUsage,
      and(
        eq(consumerUsage.organizationId, consumer.organizationId),
        eq(consumerUsage.consumerId, consumer.id),
        eq(consumerUsage.executorId, executorId),
      ),
    )
    .where(and(eq(consumer.organizationId, organizationId), inArray(consumer.id, [...reported.keys()])));
  for (const { id: consumerId, endpointId, usage } of rows) {
    const report = reported.get(consumerId);
    if (report === undefined || !served.has(endpointId)) continue;
    const { lastUsedAt, counts } = report;
    const times = { lastUsedAt: new Date(lastUsedAt), countedSince: new Date(data.startedAt) };
    const row = { organizationId, executorId, consumerId, ...usageAfter(usage ?? undefined, { ...times, counts }) };
    await transaction
      .insert(consumerUsage)
      .values(row)
      .onConflictDoUpdate({
        target: [consumerUsage.organizationId, consumerUsage.consumerId, consumerUsage.executorId],
        set: row,
      });
  }
}

/** Records the calls that were not recorded before. Last, because the audit log makes other actions wait. */
async function recordCalls(
  transaction: Database,
  reporter: Reporter,
  { data: { calls }, served }: Report,
): Promise<void> {
  if (calls.length === 0) return;
  const { organizationId, executorName } = reporter;
  const inserted = await transaction
    .insert(endpointCall)
    .values(calls.map(({ id }) => ({ organizationId, id })))
    .onConflictDoNothing()
    .returning({ id: endpointCall.id });
  const fresh = new Set(inserted.map(({ id }) => id));
  const { endpointName, consumerName } = await namesIn(transaction, organizationId);
  for (const call of calls) {
    const { id, at, endpointId, consumerId, consumerName: claimed, method, txid, outcome } = call;
    // A call that one report has twice is recorded once.
    if (!fresh.delete(id)) continue;
    const known = served.has(endpointId) ? consumerName(call) : undefined;
    const name = endpointName(endpointId);
    await recordAction(transaction, {
      organizationId,
      actor: { type: 'consumer', name: known ?? unverified(executorName), userId: null, apiKeyId: null },
      action: `endpointCall ${method}`,
      target: { type: 'endpoint', id: endpointId, name },
      errorCode: null,
      origin: { address: null, userAgent: null, requestId: null },
      before: undefined,
      after: {
        name,
        values: {
          ...{ consumerId, host: executorName, at, txid: txid ?? null, outcome },
          ...(known === undefined ? { reportedName: claimed } : {}),
        },
      },
    });
  }
}

/**
 * The actor of a call that the host cannot have served, or whose consumer or endpoint has been deleted since. No consumer
 * has a name with a space, so that a host cannot report calls in the name of another one's consumer.
 */
const unverified = (executorName: string): string => `unverified, reported by ${executorName}`;

/** Reads the names of an organization's endpoints and consumers. */
async function namesIn(transaction: Database, organizationId: string) {
  const endpoints = await transaction
    .select({ id: endpoint.id, name: endpoint.name })
    .from(endpoint)
    .where(eq(endpoint.organizationId, organizationId));
  const consumers = await transaction
    .select({ id: consumer.id, endpointId: consumer.endpointId, name: consumer.name })
    .from(consumer)
    .where(eq(consumer.organizationId, organizationId));
  return {
    endpointName: (id: string): string | null => endpoints.find((each) => each.id === id)?.name ?? null,
    consumerName: (call: Pick<EndpointCallInput, 'endpointId' | 'consumerId'>): string | undefined =>
      consumers.find(({ id, endpointId }) => id === call.consumerId && endpointId === call.endpointId)?.name,
  };
}
