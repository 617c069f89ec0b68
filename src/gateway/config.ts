import * as z from 'zod';
import { networks } from '../bitcoin/network.ts';

/**
 * The gateway's configuration file: what the agent writes and the gateway serves. Every object is strict, because a field
 * that one side does not know may be a restriction.
 */

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits');
const time = z.iso.datetime();
const name = z.string().min(1).max(200);
const port = z.int().min(1).max(65_535);
const listen = z.strictObject({ address: z.string().min(1), port });

const member = z.strictObject({
  nodeId: z.string().min(1),
  name,
  /** The daemon's RPC server, without a path, such as `http://127.0.0.1:8332`. */
  url: z.url({ protocol: /^http$/ }).refine((text) => ['/', ''].includes(URL.parse(text)?.pathname ?? '?'), {
    message: 'must have no path',
  }),
  /** The gateway's user of this daemon. */
  user: name,
  password: z.string().min(1),
  /** False until the daemon was started with the gateway's user: bitcoind reads its users once. */
  startedWithGatewayUser: z.boolean(),
  /** Its `rpcthreads`, without the one for the agent. Default: that of its version. */
  rpcThreads: z.int().min(1).max(256).optional(),
  /** Why it gets no calls, although it may still answer, such as a stop that was requested. */
  passedOver: z.string().min(1).optional(),
});

/** The control plane's verdict on the network's chain. */
const branches = z.strictObject({
  /** When the control plane compared the nodes. A verdict stays in force until there is a later one. */
  asOf: time,
  verdict: z.enum(['agreed', 'split', 'even']),
  /** The first block of each losing branch after its fork. */
  losing: z.array(hash).max(64),
  /**
   * A block, after the fork, of the branch that an operator chose while branches are even. A member without it is not used
   * then. Without effect under another verdict.
   */
  pinned: hash.optional(),
});

const secret = z.strictObject({
  id: z.string().min(1),
  /** A secret has 32 random bytes, so that a plain hash cannot be reversed. */
  sha256: hash,
  expiresAt: time.optional(),
});

const consumer = z.strictObject({
  id: z.string().min(1),
  /** The user name of its Basic authentication. */
  name: name.regex(/^[^:\p{Cc}]+$/u, 'must have no colon and no control character'),
  /** Two during a rotation. */
  secrets: z.array(secret).max(4),
  /** Names of RPC methods: a preset, with what the operator added and removed. */
  methods: z.array(z.string().min(1).max(64)).max(500),
  callsPerSecond: z.number().positive(),
  callsInFlight: z.int().positive(),
  expiresAt: time.optional(),
});

const endpoint = z
  .strictObject({
    id: z.string().min(1),
    name,
    network: z.enum(networks),
    listen,
    /** PEM files of the operator. They are read again when they change. */
    tls: z.strictObject({ certFile: z.string().min(1), keyFile: z.string().min(1) }).optional(),
    members: z.array(member).max(100),
    branches: branches.optional(),
    consumers: z.array(consumer).max(1000),
  })
  .superRefine(({ members, consumers }, context) => {
    if (hasDoubles(members.map(({ nodeId }) => nodeId)))
      context.addIssue({ code: 'custom', path: ['members'], message: 'two members have the same node' });
    if (hasDoubles(consumers.map((each) => each.name)))
      context.addIssue({ code: 'custom', path: ['consumers'], message: 'two consumers have the same name' });
  });

const hasDoubles = (texts: readonly string[]): boolean => new Set(texts).size < texts.length;

export const gatewayConfig = z
  .strictObject({
    version: z.literal(1),
    /** Where Prometheus reads the gateway's metrics. Default: only the Unix socket serves them. */
    metrics: listen.optional(),
    endpoints: z.array(endpoint).max(200),
  })
  .superRefine(({ endpoints }, context) => {
    if (hasDoubles(endpoints.map(({ id }) => id)))
      context.addIssue({ code: 'custom', path: ['endpoints'], message: 'two endpoints have the same id' });
    if (hasDoubles(endpoints.map(({ listen: { address, port } }) => `${address} ${port}`)))
      context.addIssue({ code: 'custom', path: ['endpoints'], message: 'two endpoints listen on the same address' });
  });

export type GatewayConfig = z.infer<typeof gatewayConfig>;
export type EndpointConfig = GatewayConfig['endpoints'][number];
export type MemberConfig = EndpointConfig['members'][number];
export type ConsumerConfig = EndpointConfig['consumers'][number];
export type BranchVerdict = NonNullable<EndpointConfig['branches']>;

/** The text is no valid configuration. */
export class ConfigFault extends Error {
  override name = 'ConfigFault';
}

/** Returns the configuration of a file's text. Throws a ConfigFault that names the first fault, and no value. */
export function parseGatewayConfig(text: string): GatewayConfig {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's own message repeats a piece of the text, which may be a password.
    throw new ConfigFault('the configuration is not JSON');
  }
  const { data, error } = gatewayConfig.safeParse(json);
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw new ConfigFault(`the configuration is invalid at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`);
}
