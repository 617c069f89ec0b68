import * as z from 'zod';
import type { SyncExecutorMutation } from '../../contract/agent-operations.generated.ts';
import { dataRootPattern, namePattern } from '../../contract/names.ts';

/** The answer to a heartbeat. */
export type SyncAnswer = NonNullable<SyncExecutorMutation['syncExecutor']>;

/** GraphQL's Int. The control plane would refuse every heartbeat that names a larger one. */
const count = z.int32().nonnegative();

const rpcAuth = z.string().regex(/^[A-Za-z0-9_.-]+:[0-9a-f]+\$[0-9a-f]+$/);

/** It becomes part of the name of a volume. */
const dataRoot = z.string().regex(dataRootPattern);

const desiredNode = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  name: z.string().regex(namePattern),
  revision: count,
  network: z.enum(['mainnet', 'signet', 'regtest']),
  client: z.enum(['bitcoind']),
  clientVersion: z.string().min(1).max(64),
  nodeType: z.enum(['full', 'pruned']),
  resources: z.object({ cpuCores: z.number(), memoryMiB: z.number(), diskGiB: z.number() }),
  overrides: z.array(z.object({ key: z.string(), value: z.string() })),
  rpcAuth,
  /** A control plane of a former version knows one pair only. */
  formerRpcAuth: rpcAuth.nullish().transform((former) => former ?? null),
  desiredState: z.enum(['running', 'stopped', 'deleted']),
  restartCounter: count,
  dataPolicy: z.enum(['remove', 'keep']),
  /** A control plane of a former version names none. */
  removableWallets: z
    .array(z.string())
    .nullish()
    .transform((wallets) => wallets ?? null),
  /** A control plane of a former version asks for none. */
  reindex: z
    .object({
      id: z.string().min(1).max(64),
      action: z.enum(['reindex', 'reindex_chainstate']),
      hasBegun: z.boolean(),
      height: count.nullable(),
    })
    .nullish()
    .transform((reindex) => reindex ?? null),
  seedFrom: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/)
    .nullish()
    .default(null),
  /** A control plane of a former version knows nothing of data roots. */
  dataRoot: dataRoot.nullish().transform((name) => name ?? null),
  move: z
    .object({ id: z.string().min(1).max(64), to: dataRoot })
    .nullish()
    .transform((move) => move ?? null),
  /** A control plane of a former version says nothing of it. */
  revertFailedChange: z.boolean().nullable().default(null),
});

/** Only its form: a release that is nonsense must not keep the agent from its nodes. Whoever carries it out checks the rest. */
const desiredUpgrade = z.object({
  requestId: z.string().min(1).max(128),
  targetVersion: z.string(),
  channel: z.string(),
  deadline: z.string(),
  artifact: z
    .object({
      ...{ platform: z.string(), url: z.string(), sizeBytes: z.number() },
      ...{ sha256: z.string(), signature: z.string() },
    })
    .nullable(),
  image: z.object({ name: z.string(), digest: z.string() }).nullable(),
});

/** An answer is valid as a whole or not at all: half of a desired state must never count. */
export const syncAnswer = z.object({
  executorId: z.string().min(1).max(64),
  revision: count,
  heartbeatIntervalSeconds: z.number().transform((seconds) => Math.min(300, Math.max(1, seconds))),
  /** A control plane of a former version wants everything with each heartbeat. */
  observedRevision: z.string().min(1).max(128).nullish().default(null),
  nodes: z.array(desiredNode).nullable(),
  rotateKeyAt: z.iso
    .datetime()
    .nullish()
    .transform((at) => at ?? null),
  /** A control plane of a former version does not say it. */
  keyExpiresAt: z.iso
    .datetime()
    .nullish()
    .transform((at) => at ?? null),
  logRequests: z.array(
    z.object({
      sessionId: z.string(),
      nodeId: z.string(),
      tail: z.int().transform((tail) => Math.min(2000, Math.max(1, tail))),
      // A control plane of a former version says nothing of these.
      since: z.iso.datetime().nullable().default(null),
      follow: z.boolean().default(false),
      nextChunk: count.default(0),
      position: z.string().max(64).nullable().default(null),
    }),
  ),
  /** A control plane of a former version asks for none. */
  explainRequests: z.array(z.string()).default([]),
  upgrade: desiredUpgrade.nullish().default(null),
  rpcRequests: z
    .array(z.object({ callId: z.string(), nodeId: z.string(), method: z.string(), params: z.array(z.string()) }))
    .default([]),
}) satisfies z.ZodType<SyncAnswer>;
