import * as z from 'zod';

/**
 * What the gateway tells the agent, over HTTP on the Unix socket `gateway.sock` beside the configuration file, which only
 * its own user can open:
 *
 * - `GET /report` answers a GatewayReport;
 * - `POST /writes/acknowledge` with `{ "ids": [...] }` removes writes that the agent has stored;
 * - `GET /metrics` answers Prometheus' text format, `GET /healthz` 200.
 *
 * Objects are not strict: the gateway keeps running through an upgrade of the agent, and may be older or newer.
 */

/** Why a member does not answer calls now; `used` if it does. */
export const memberCodes = [
  'used',
  'unreachable',
  'timeout',
  'unauthorized',
  'warming_up',
  'syncing',
  'behind',
  'losing_branch',
  'not_pinned_branch',
  'undecided_split',
  'passed_over',
  'needs_restart',
  'other_network',
  'refuted',
  'invalid',
  'starting',
] as const;

export type MemberCode = (typeof memberCodes)[number];

/** How a consumer's call ended. */
export const outcomes = ['ok', 'rpc_error', 'not_allowed', 'limited', 'unavailable', 'invalid', 'cancelled'] as const;

export type Outcome = (typeof outcomes)[number];

const time = z.iso.datetime();
const count = z.int().nonnegative();

const memberReport = z.object({
  nodeId: z.string(),
  name: z.string(),
  code: z.string(),
  /** One sentence for people, also for a member that is used. */
  reason: z.string(),
  since: time,
  height: count.nullable(),
  /** 64 hexadecimal digits, as the gateway counts it from headers. */
  chainWork: z.string().nullable(),
  tip: z.string().nullable(),
  /** Blocks behind the member with the most work. */
  lag: count.nullable(),
  inFlight: count,
  queued: count,
  /** The member's own warnings. */
  warnings: z.array(z.string()),
});

const consumerReport = z.object({
  id: z.string(),
  lastUsedAt: time.nullable(),
  /** Calls since the gateway started. */
  calls: z.record(z.string(), count),
  secrets: z.array(z.object({ id: z.string(), lastUsedAt: time.nullable() })),
});

/** A call that changes something, for the audit log. It has no parameters. */
export const writeReport = z.object({
  /** A UUID: a write may be reported again after a crash. */
  id: z.string(),
  at: time,
  endpointId: z.string(),
  consumerId: z.string(),
  consumer: z.string(),
  method: z.string(),
  txid: z.string().nullable(),
  /** As of a call, or `unknown` if the gateway ended before the answer. */
  outcome: z.string(),
  /** The members that received it. */
  nodeIds: z.array(z.string()),
});

export const gatewayReport = z.object({
  version: z.literal(1),
  /** The version of Satrap. */
  release: z.string(),
  startedAt: time,
  configuration: z.object({
    /** SHA-256 of the text of the file that is served; null before the first valid one. */
    sha256: z.string().nullable(),
    loadedAt: time.nullable(),
    /** Why a later file was refused. */
    problem: z.string().nullable(),
  }),
  endpoints: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Why it does not listen, or serves an earlier certificate. */
      problem: z.string().nullable(),
      isListening: z.boolean(),
      connections: count,
      members: z.array(memberReport),
      consumers: z.array(consumerReport),
    }),
  ),
  /** The oldest ones that are not acknowledged. */
  writes: z.array(writeReport),
  /** How many are not acknowledged, with those of this report. */
  writesPending: count,
});

export type GatewayReport = z.infer<typeof gatewayReport>;
export type MemberReport = z.infer<typeof memberReport>;
export type ConsumerReport = z.infer<typeof consumerReport>;
export type WriteReport = z.infer<typeof writeReport>;

export const acknowledgement = z.object({ ids: z.array(z.string()).max(1000) });

/** The socket's name in the folder of the configuration file. */
export const reportSocketName = 'gateway.sock';
