import * as z from 'zod';
import { clients } from '../../bitcoin/clients/registry.ts';
import { networks } from '../../bitcoin/network.ts';
import type { SyncExecutorMutation } from '../../contract/agent-operations.generated.ts';
import { dataRootPattern, namePattern } from '../../contract/names.ts';
import { isOperationKind, operationParams } from '../../contract/node-operations.ts';

export type SyncAnswer = NonNullable<SyncExecutorMutation['syncExecutor']>;

/** GraphQL's Int. The control plane would refuse every heartbeat with a larger one. */
const count = z.int32().nonnegative();

const rpcAuth = z.string().regex(/^[A-Za-z0-9_.-]+:[0-9a-f]+\$[0-9a-f]+$/);

/** It becomes part of a volume's name. */
const dataRoot = z.string().regex(dataRootPattern);

const operation = z
  .object({ id: z.string().min(1).max(64), kind: z.string(), params: z.unknown(), hasStarted: z.boolean() })
  // Kinds unknown to this version are ignored.
  .refine(({ kind, params }) => !isOperationKind(kind) || operationParams[kind].safeParse(params).success);

const desiredNode = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  name: z.string().regex(namePattern),
  revision: count,
  network: z.enum(networks),
  client: z.enum(clients),
  clientVersion: z.string().min(1).max(64),
  nodeType: z.enum(['full', 'pruned']),
  resources: z.object({ cpuCores: z.number(), memoryMiB: z.number(), diskGiB: z.number() }),
  overrides: z.array(z.object({ key: z.string(), value: z.string() })),
  rpcAuth,
  formerRpcAuth: rpcAuth.nullable(),
  desiredState: z.enum(['running', 'stopped', 'deleted']),
  restartCounter: count,
  dataPolicy: z.enum(['remove', 'keep']),
  removableWallets: z.array(z.string()).nullable(),
  dataRoot: dataRoot.nullable(),
  operations: z.array(operation),
  revertFailedChange: z.boolean().nullable(),
});

/** Only its form: an invalid release must not keep the agent from its nodes. It is checked when carried out. */
const desiredUpgrade = z.object({
  requestId: z.string().min(1).max(128),
  targetVersion: z.string(),
  channel: z.string(),
  deadline: z.string(),
  artifact: z
    .object({
      platform: z.string(),
      url: z.string(),
      sizeBytes: z.number(),
      sha256: z.string(),
      signature: z.string(),
    })
    .nullable(),
  image: z.object({ name: z.string(), digest: z.string() }).nullable(),
});

export const maxHeartbeatIntervalSeconds = 300;

/** An answer is valid as a whole or not at all: a partial desired state must never be used. */
export const syncAnswer = z.object({
  executorId: z.string().min(1).max(64),
  revision: count,
  recovery: z.enum(['wanted', 'offered']).nullable(),
  heartbeatIntervalSeconds: z
    .number()
    .transform((seconds) => Math.min(maxHeartbeatIntervalSeconds, Math.max(1, seconds))),
  /** Null if the next heartbeat must be a full report. */
  observedRevision: z.string().min(1).max(128).nullable(),
  nodes: z.array(desiredNode).nullable(),
  rotateKeyAt: z.iso.datetime().nullable(),
  keyExpiresAt: z.iso.datetime().nullable(),
  /** Only their form: an unsupported request must not affect the rest. */
  requests: z.array(z.object({ id: z.string(), nodeId: z.string(), kind: z.string(), args: z.unknown() })),
  upgrade: desiredUpgrade.nullable(),
}) satisfies z.ZodType<SyncAnswer>;
