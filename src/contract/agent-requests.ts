import * as z from 'zod';
import { readCall } from '../bitcoin/reading-calls.ts';
import { maxLogLines, maxRpcResultBytes } from './limits.ts';
import type { AgentRequest } from './types.generated.ts';

/** What one request asks for at most. */
export const maxChainHeights = 250;
export const maxDeployments = 200;

const lineCount = `must be from 1 to ${maxLogLines}`;
const instant = z.iso
  .datetime({ offset: true })
  .transform((time) => new Date(time).toISOString())
  .nullable()
  .default(null);
const lines = z.object({
  tail: z.int(lineCount).min(1, lineCount).max(maxLogLines, lineCount).default(200),
  from: instant,
});
/** Exclusive. */
const pastLines = lines.extend({ to: instant });

/** Parameters as typed by the person. */
const rpc = z.object({ method: z.string(), params: z.array(z.string()).default([]) });

/** Arguments of the kinds that people can request. */
export const requestInputs = {
  log: pastLines,
  follow_log: lines
    .extend({ to: z.null('must not be set for a followed log').optional() })
    .transform(({ tail, from }) => ({ tail, from })),
  rpc: rpc.superRefine(({ method, params }, { addIssue }) => {
    const call = readCall(method, params);
    if ('issues' in call)
      for (const { path, message } of call.issues) addIssue({ code: 'custom', path: [...path], message });
  }),
};

/** A kind that people can request. */
export type RequestedKind = keyof typeof requestInputs;

export const requestArgs = {
  ...requestInputs,
  rpc,
  follow_log: lines.extend({
    /** The number of the next chunk. */
    nextChunk: z.int32().nonnegative().default(0),
    /** The agent's cursor after the previous chunk. */
    position: z.string().max(64).nullable().default(null),
  }),
  explain: z.object({}),
  /** Heights of blocks that are compared with those of other nodes. */
  chain: z.object({ heights: z.array(z.int32().nonnegative()).max(maxChainHeights) }),
};

const text = z.string().max(2000);
const texts = z.array(text).max(200);
const block = z.object({ height: z.int32().nonnegative(), hash: z.string().regex(/^[0-9a-f]{64}$/) });

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
    .refine((json) => new TextEncoder().encode(json).length <= maxRpcResultBytes, 'the answer is larger than a MiB'),
  chain: z.object({
    tip: block,
    /** Of the heights that the chain has. */
    blocks: z.array(block).max(maxChainHeights),
    /** States of the consensus deployments by name; null where the version does not report them. */
    deployments: z
      .array(z.object({ name: z.string().max(64), state: z.string().max(32) }))
      .max(maxDeployments)
      .transform((all) => Object.fromEntries(all.map(({ name, state }) => [name, state])))
      .nullish()
      .transform((states) => states ?? null),
  }),
};

export type RequestKind = keyof typeof requestArgs;
/** A request as its agent gets it. */
export type DeliveredRequest = Pick<AgentRequest, 'id' | 'nodeId' | 'kind'> & {
  /** In the field of its kind. */
  args: Readonly<Record<string, unknown>>;
};

export type RequestArgs<K extends RequestKind = RequestKind> = z.infer<(typeof requestArgs)[K]>;
export type RequestResult<K extends RequestKind = RequestKind> = z.infer<(typeof requestResults)[K]>;
/** A result as its agent sends it. */
export type SentResult<K extends RequestKind = RequestKind> = z.input<(typeof requestResults)[K]>;
