import * as z from 'zod';
import { maxLogLines, maxRpcResultBytes } from './limits.ts';

/** What one request asks for at most. */
export const maxChainHeights = 250;

const lineRange = { tail: z.int().min(1).max(maxLogLines), since: z.iso.datetime().nullable() };

/** Parameters of a request to an agent, by kind. */
export const requestArgs = {
  log: z.object(lineRange),
  follow_log: z.object({
    ...lineRange,
    /** The number of the next chunk. */
    nextChunk: z.int32().nonnegative(),
    /** The agent's cursor after the previous chunk. */
    position: z.string().max(64).nullable(),
  }),
  explain: z.object({}),
  /** Parameters as typed by the person. */
  rpc: z.object({ method: z.string(), params: z.array(z.string()) }),
  /** Heights of blocks that are compared with those of other nodes. */
  chain: z.object({ heights: z.array(z.int32().nonnegative()).max(maxChainHeights) }),
};

const text = z.string().max(2000);
const texts = z.array(text).max(200);
const block = z.object({ height: z.int32().nonnegative(), hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** An agent's answer, by kind. */
export const requestResults = {
  log: z.array(z.string()),
  follow_log: z.never('a followed log is answered in chunks'),
  explain: z.object({
    desired: texts,
    observed: texts,
    steps: z.array(z.object({ action: text, why: text })).max(200),
    waitingFor: text.nullish(),
  }),
  /** JSON, as the daemon wrote it. */
  rpc: z
    .string('the agent sent no answer')
    .refine((json) => Buffer.byteLength(json) <= maxRpcResultBytes, 'the answer is larger than a MiB'),
  chain: z.object({
    tip: block,
    /** Of the heights that the chain has. */
    blocks: z.array(block).max(maxChainHeights),
    /** States of the consensus deployments; null where the version does not report them. */
    deployments: z.record(z.string().max(64), z.string().max(32)).nullable(),
  }),
};

export type RequestKind = keyof typeof requestArgs;
export type RequestArgs<K extends RequestKind = RequestKind> = z.infer<(typeof requestArgs)[K]>;
export type RequestResult<K extends RequestKind = RequestKind> = z.infer<(typeof requestResults)[K]>;
