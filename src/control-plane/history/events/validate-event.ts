import { z } from 'zod';
import { sampleKind } from '../../../contract/events.ts';
import { maxEventDataBytes, maxEventMessageLength } from '../../../contract/limits.ts';
import type { RuntimeEventInput } from '../../../contract/types.generated.ts';
import { isStorable, isStorableJson, unstorableText } from '../../../text/storable.ts';
import { isUuid, readInstant } from '../../platform/input/scalars.ts';

const instant = z.string().refine((text) => readInstant(text) !== undefined, 'must be an ISO 8601 instant');
/** No larger than an Int of the API: a larger value would break every list that shows it. */
const count = z.int32().nonnegative();
/** History sums many of them, and the sum must stay within the database's range. */
const measure = z.number().min(-1e15).max(1e15);
const otherTips = ['valid_fork', 'valid_headers', 'headers_only', 'invalid'] as const;
const sampleShape = z.object({
  at: instant,
  height: count,
  headers: count,
  bestBlockHash: z.string().max(64),
  bestBlockAt: instant.nullish(),
  verificationProgress: measure,
  initialBlockDownload: z.boolean(),
  peersInbound: count,
  peersOutbound: count,
  mempoolTransactions: count,
  mempoolBytes: measure,
  sizeOnDiskBytes: measure,
  growthBytesPerDay: measure.nullish(),
  indexes: z.array(z.object({ name: z.string().max(64), synced: z.boolean(), bestBlockHeight: z.int32() })).max(20),
  uptimeSeconds: count,
  subversion: z.string().max(256),
  warnings: z.array(z.string().max(1000)).max(20),
  cpuPercent: measure.nullish(),
  memoryMiB: measure.nullish(),
  bytesReceived: measure.nullish(),
  bytesSent: measure.nullish(),
  receivedBytesPerSecond: measure.nullish(),
  sentBytesPerSecond: measure.nullish(),
  mempoolMinFee: measure.nullish(),
  unbroadcastTransactions: count.nullish(),
  writtenBytes: measure.nullish(),
  writtenBytesPerDay: measure.nullish(),
  chainTips: z
    .array(z.object({ status: z.enum(['active', ...otherTips]), count }))
    .max(8)
    .nullish(),
  branches: z
    .array(
      z.object({
        height: count,
        hash: z.string().max(64),
        branchLength: count,
        status: z.enum(otherTips),
      }),
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
    .regex(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/, 'must be dotted words')
    .max(64),
  nodeId: z.string().refine(isUuid, 'must be a UUID').nullish(),
  message: z.string().max(maxEventMessageLength),
  data: z.unknown().optional(),
});

const sampleEventShape = z.object({ nodeId: z.string('a sample requires nodeId'), data: sampleShape });

export function validateEvent(event: RuntimeEventInput): string | null {
  const parsed = eventShape.safeParse(event);
  const checked = parsed.success && event.kind === sampleKind ? sampleEventShape.safeParse(event) : parsed;
  if (!checked.success)
    return checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  const data = JSON.stringify(event.data ?? null);
  if (Buffer.byteLength(data) > maxEventDataBytes) return `data: must be at most ${maxEventDataBytes / 1024} KiB`;
  return isStorableJson(data) && isStorable(event.message) ? null : unstorableText;
}
