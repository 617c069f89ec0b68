import { z } from 'zod';
import {
  maxContainerIdLength,
  maxImageLength,
  maxKeyWarningLength,
  maxNodesPerHeartbeat,
  maxOrphans,
  maxReasonLength,
  maxShortLength,
  overcommitBounds,
} from '../../contract/limits.ts';
import { namePattern, nameRule } from '../../contract/names.ts';
import type { SyncExecutorInput } from '../../contract/types.generated.ts';
import { invalidInput } from '../input/errors.ts';

const name = z.string().regex(namePattern, nameRule);
/** Text that is shown in a terminal. */
const plain = z.string().regex(/^\P{Cc}*$/u, 'must not contain control characters');
const short = plain.min(1).max(maxShortLength);
const containerId = plain.max(maxContainerIdLength).nullish();
const image = plain.max(maxImageLength);
const port = z.int().min(1).max(65_535);
const revision = z.int().min(0).nullish();
const amount = z.number().min(0);
const factor = z.number().min(overcommitBounds.min).max(overcommitBounds.max);
const resource = z.looseObject({ total: amount, usedByNodes: amount, free: amount });

/** The rules that GraphQL's types cannot express. */
const shape = z.looseObject({
  name,
  version: short,
  channel: short,
  instanceId: short,
  capabilities: z.looseObject({
    clients: z.array(z.looseObject({ version: short, image })).max(100),
  }),
  resources: z.looseObject({
    cpuCores: resource,
    memoryMiB: resource,
    diskMiB: resource,
    overcommit: z.object({ cpu: factor, memory: factor, disk: factor }).nullish(),
  }),
  keyWarning: plain.max(maxKeyWarningLength).nullish(),
  knownRevision: revision,
  nodes: z
    .array(
      z.looseObject({
        id: short,
        reason: z.string().max(maxReasonLength).nullish(),
        endpoint: z.looseObject({ host: short, rpcPort: port, p2pPort: port }).nullish(),
        containerId,
        imageDigest: image.nullish(),
        appliedRevision: revision,
      }),
    )
    .max(maxNodesPerHeartbeat),
  features: z.array(short).max(50).nullish(),
  orphans: z.array(z.looseObject({ nodeId: short, name: plain.max(maxShortLength), containerId })).max(maxOrphans),
});

/** Checks a heartbeat. Throws `invalid_input`, which names every fault. */
export function checkSync(input: SyncExecutorInput): void {
  const parsed = shape.safeParse(input);
  if (parsed.success) return;
  throw invalidInput(
    parsed.error.issues.map(({ path, message }) => ({ path: ['input', ...(path as (string | number)[])], message })),
  );
}
