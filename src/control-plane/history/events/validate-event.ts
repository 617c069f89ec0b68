import { z } from 'zod';
import { workPattern } from '../../../bitcoin/chain-work.ts';
import { sampleKind } from '../../../contract/events.ts';
import { maxEventDataBytes, maxEventMessageLength } from '../../../contract/limits.ts';
import type { RuntimeEventInput } from '../../../contract/types.generated.ts';
import { isStorable, isStorableJson, unstorableText } from '../../../text/storable.ts';
import { checkShape } from '../../platform/input/check-shape.ts';
import { isUuid, readInstant } from '../../platform/input/scalars.ts';

const instant = z.string().refine((text) => readInstant(text) !== undefined, 'must be an ISO 8601 instant');
/** No larger than an Int of the API: a larger value would break every list that shows it. */
const count = z.int32().nonnegative();
/** History sums many of them, and the sum must stay within the database's range. */
const measure = z.number().min(-1e15).max(1e15);
/** A ByteCount of the API, within a measure's range: a fraction would break every list that shows it. */
const bytes = z.int().nonnegative().max(1e15);
const text = z.string();
/** 256 bits in hexadecimal. */
const work = z.string().regex(workPattern, 'must be 1 to 64 hexadecimal digits').nullish();
const otherTips = ['valid_fork', 'valid_headers', 'headers_only', 'invalid'] as const;

const each = (shape: z.ZodType, ...names: string[]) => Object.fromEntries(names.map((name) => [name, shape]));

/** The data of a sample. */
export const sampleShape = z.object({
  at: instant,
  bestBlockAt: instant.nullish(),
  ...each(count, 'height', 'headers', 'peersInbound', 'peersOutbound', 'mempoolTransactions', 'uptimeSeconds'),
  ...each(bytes, 'mempoolVirtualBytes', 'sizeOnDiskBytes'),
  ...each(bytes.nullish(), 'mempoolUsageBytes', 'mempoolLimitBytes', 'bytesReceived', 'bytesSent', 'writtenBytes'),
  verificationProgress: measure,
  ...each(measure.nullish(), 'growthBytesPerDay', 'cpuPercent', 'memoryMiB'),
  ...each(measure.nullish(), 'receivedBytesPerSecond', 'sentBytesPerSecond', 'mempoolMinFee'),
  writtenBytesPerDay: measure.nullish(),
  ...each(count.nullish(), 'unbroadcastTransactions', 'rpcConnections'),
  initialBlockDownload: z.boolean(),
  bestBlockHash: text.max(64),
  chainWork: work,
  subversion: text.max(256),
  warnings: z.array(text.max(1000)).max(20),
  indexes: z.array(z.object({ name: text.max(64), synced: z.boolean(), bestBlockHeight: z.int32() })).max(20),
  chainTips: z
    .array(z.object({ status: z.enum(['active', ...otherTips]), count }))
    .max(8)
    .nullish(),
  branches: z
    .array(
      z.object({ height: count, hash: text.max(64), branchLength: count, chainWork: work, status: z.enum(otherTips) }),
    )
    .max(8)
    .nullish(),
});

const eventShape = z.object({
  id: z.string().refine(isUuid, 'must be a UUID'),
  at: instant,
  executorName: z.string().refine(isStorable, 'must be a valid executor name'),
  level: z.string(),
  kind: z
    .string()
    .regex(/^[a-z0-9]+(?:[._][a-z0-9]+)*$/, 'must be dotted words')
    .max(64),
  nodeId: z.string().refine(isUuid, 'must be a UUID').nullish(),
  message: z.string().max(maxEventMessageLength),
  data: z.unknown().optional(),
});

const sampleEventShape = eventShape.extend({ nodeId: z.string('a sample requires nodeId'), data: sampleShape });

/** Returns an event's `data` as JSON, or why it is invalid. */
export function validateEvent(event: RuntimeEventInput): { data: string } | { reason: string } {
  const { issues } = checkShape(event.kind === sampleKind ? sampleEventShape : eventShape, event);
  if (issues !== null) return { reason: issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') };
  const data = JSON.stringify(event.data ?? null);
  if (Buffer.byteLength(data) > maxEventDataBytes)
    return { reason: `data: must be at most ${maxEventDataBytes / 1024} KiB` };
  return isStorableJson(data) && isStorable(event.message) ? { data } : { reason: unstorableText };
}
