import * as z from 'zod';
import { indexKeys } from '../bitcoin/chain-facts.ts';
import { dataRootPattern } from './names.ts';
import type { NodeOperationKind } from './types.generated.ts';

/** It becomes part of a volume's name. */
const dataRoot = z.string().regex(dataRootPattern);
const height = z.int32().nonnegative().nullable();
const version = z.string().min(1).max(64);

/** The parameters of an operation by kind, as stored and as sent to the agent. */
export const operationParams = {
  reindex: z.object({ chainstateOnly: z.boolean(), height }),
  rebuild_index: z.object({ index: z.enum(indexKeys), remove: z.boolean(), height }),
  move: z.object({ from: dataRoot, to: dataRoot }),
  rehearse: z.object({ from: version, clientVersion: version }),
  seed: z.object({ from: z.string().regex(/^[A-Za-z0-9-]{1,64}$/), name: z.string() }),
  adopt: z.object({ name: z.string(), height }),
  rotate_rpc_credentials: z.object({ stage: z.enum(['adding', 'ending']) }),
} as const satisfies Record<NodeOperationKind, z.ZodType>;

export type OperationParams<K extends NodeOperationKind = NodeOperationKind> = z.infer<(typeof operationParams)[K]>;

/** Whether an operation's kind is known here. */
export const isOperationKind = (kind: string): kind is NodeOperationKind => Object.hasOwn(operationParams, kind);
