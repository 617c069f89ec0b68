import { z } from 'zod';
import type { ChangeType } from '../../../contract/types.generated.ts';
import { jsonOrNull } from '../../../text/json-or-null.ts';

const id = z.string().min(1).max(64);

const changeTypes = [
  'node',
  'block',
  'executor',
  'endpoint',
  'event',
  'incident',
  'notification',
  'member',
  'invitation',
  'api_key',
  'organization',
  'release',
  'rollout',
] as const satisfies readonly ChangeType[];

const busMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nudge'), organizationId: id, executorId: id }),
  z.object({ kind: z.literal('executor-deleted'), organizationId: id, executorId: id }),
  z.object({ kind: z.literal('upgrade-ended'), organizationId: id, executorId: id }),
  /** An API key was deleted, revoked or replaced: close everything opened with it. */
  z.object({ kind: z.literal('key-revoked'), keyId: id }),
  /** Sessions of a person ended; all of them without `sessionId`. */
  z.object({ kind: z.literal('sessions-ended'), userId: id, sessionId: id.optional() }),
  z.object({ kind: z.literal('membership-changed'), organizationId: id, userId: id }),
  z.object({ kind: z.literal('answered'), requestId: id }),
  /** An object of an organization changed or, without an organization, one that all organizations see. */
  z.object({
    kind: z.literal('changed'),
    organizationId: id.nullable(),
    type: z.enum(changeTypes),
    /** Undefined if the type alone determines what to fetch. */
    id: id.optional(),
    revision: z.int().optional(),
  }),
  z.object({ kind: z.literal('organization-switched'), organizationId: id, isActive: z.boolean() }),
]);

/** A message from one replica to all, including itself. Carries only ids: receivers read the rest from the database. */
export type BusMessage = z.infer<typeof busMessage>;

/** Parses a payload. Skips unknown messages, which a replica of a later version may send. */
export function fromPayload(payload: string): BusMessage[] {
  const parts = jsonOrNull(payload);
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part) => {
    const { data } = busMessage.safeParse(part);
    return data === undefined ? [] : [data];
  });
}
