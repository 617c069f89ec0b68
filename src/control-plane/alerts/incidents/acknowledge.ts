import pLimit from 'p-limit';
import { maxNoteLength, maxPageSize } from '../../../contract/limits.ts';
import type {
  MutationAcknowledgeIncidentArgs,
  MutationAcknowledgeIncidentsArgs,
} from '../../../contract/types.generated.ts';
import { and, eq, inArray, isNull, ne, type SQL } from '../../platform/database/database.ts';
import { invalidInput, requireRow } from '../../platform/input/errors.ts';
import { hasId } from '../../platform/input/filters.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { adminMutation, changes } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { alertIncident } from '../../tables/incidents.ts';
import type { WebhookDeps } from '../webhooks/resolvers.ts';
import { viewIncident } from './incident-view.ts';
import { notifyChanges } from './notify.ts';

/** Each takes a connection for its transaction. */
const callsAtOnce = 4;

export interface AcknowledgeDeps {
  publicUrl?: string | undefined;
  deliveries: WebhookDeps['deliveries'];
}

/** Incidents visible to people. */
export const isShown = (organizationId: string, condition?: SQL): SQL | undefined =>
  and(eq(alertIncident.organizationId, organizationId), ne(alertIncident.status, 'pending'), condition);

export const isIncident = (organizationId: string, id: string): SQL | undefined =>
  isShown(organizationId, hasId(alertIncident.id, id));

function requireNote(note: string | null | undefined): void {
  if (note != null && note.length > maxNoteLength)
    throw invalidInput([{ path: ['note'], message: `must be at most ${maxNoteLength} characters` }]);
}

/** Finds those of several incidents that wait for somebody. With an `Idempotency-Key`, a repeat gets the same ones. */
const choose = adminMutation({
  run: async ({ ids, note }: MutationAcknowledgeIncidentsArgs, { caller, database }) => {
    requireNote(note);
    if (ids.length === 0 || ids.length > maxPageSize)
      throw invalidInput([{ path: ['ids'], message: `must name 1 to ${maxPageSize} incidents` }]);
    const { id, status, acknowledgedAt } = alertIncident;
    const waits = and(inArray(id, ids.filter(isUuid)), eq(status, 'open'), isNull(acknowledgedAt));
    const found = await database.select({ id }).from(alertIncident).where(isShown(caller.organizationId, waits));
    return { ids: found.map((row) => row.id) };
  },
  subject: () => null,
});

export function acknowledgeResolvers({ publicUrl, deliveries }: AcknowledgeDeps): NonNullable<Resolvers['Mutation']> {
  const acknowledgeIncident = adminMutation({
    run: async (
      { where, note = null }: MutationAcknowledgeIncidentArgs,
      { caller: { organizationId, userId }, database },
    ) => {
      requireNote(note);
      const now = new Date();
      const changed = await database
        .update(alertIncident)
        .set({ acknowledgedAt: now, acknowledgedBy: userId, note, updatedAt: now })
        .where(isIncident(organizationId, where.id))
        .returning();
      const row = requireRow(changed);
      await notifyChanges(database, [{ kind: 'acknowledged', row }], publicUrl);
      return { incident: viewIncident(row) };
    },
    committed: deliveries.wake,
    ...changes('incident'),
  });
  return {
    acknowledgeIncident,
    acknowledgeIncidents: {
      ...choose,
      resolve: async (root, args, context, info) => {
        const { ids } = await choose.resolve(root, args, context, info);
        // Each in its own transaction, with its own audit action and, of a request that may be repeated, its own answer.
        const incidents = await pLimit(callsAtOnce).map(ids, async (id) => {
          const path = { ...info.path, key: `${info.path.key} ${id}` };
          const own = { ...info, fieldName: 'acknowledgeIncident', path };
          const one = { where: { id }, note: args.note ?? null };
          const { incident } = await acknowledgeIncident.resolve(null, one, context, own);
          return incident;
        });
        return { incidents };
      },
    },
  };
}
