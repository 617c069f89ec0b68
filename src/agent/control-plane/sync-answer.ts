import { z } from 'zod';
import { namePattern } from '../../contract/names.ts';
import type { SyncExecutorMutation } from '../../contract/operations.generated.ts';

/** The answer to a heartbeat. */
export type SyncAnswer = SyncExecutorMutation['syncExecutor'];

/** GraphQL's Int. One that is larger could never be named in a heartbeat: the control plane would refuse all that follow. */
const count = z.int32().nonnegative();

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
  rpcAuth: z.string().regex(/^[A-Za-z0-9_.-]+:[0-9a-f]+\$[0-9a-f]+$/),
  desiredState: z.enum(['running', 'stopped', 'deleted']),
  restartCounter: count,
  dataPolicy: z.enum(['remove', 'keep']),
});

const answerShape = z.object({
  executorId: z.string().min(1).max(64),
  revision: count,
  heartbeatIntervalSeconds: z.number().transform((seconds) => Math.min(300, Math.max(1, seconds))),
  nodes: z.array(desiredNode).nullable(),
  logRequests: z.array(
    z.object({
      sessionId: z.string(),
      nodeId: z.string(),
      tail: z.int().transform((tail) => Math.min(2000, Math.max(1, tail))),
    }),
  ),
});

/** Reads an answer. What is not wholly of the right shape is no answer at all: half of a desired state must never count. Throws ZodError. */
export const parseSyncAnswer = (given: unknown): SyncAnswer => answerShape.parse(given);
