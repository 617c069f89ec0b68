import * as z from 'zod';
import { maxLogLines, maxRpcResultBytes } from './limits.ts';

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
};

const text = z.string().max(2000);
const texts = z.array(text).max(200);

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
};

export type RequestKind = keyof typeof requestArgs;
export type RequestArgs<K extends RequestKind = RequestKind> = z.infer<(typeof requestArgs)[K]>;
export type RequestResult<K extends RequestKind = RequestKind> = z.infer<(typeof requestResults)[K]>;
