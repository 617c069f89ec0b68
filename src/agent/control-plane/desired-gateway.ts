import * as z from 'zod';
import { networks } from '../../bitcoin/network.ts';
import type { SyncExecutorMutation } from '../../contract/agent-operations.generated.ts';

export type DesiredGateway = NonNullable<NonNullable<SyncExecutorMutation['syncExecutor']>['gateway']>;

const time = z.iso.datetime();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const member = z.object({
  nodeId: z.string().min(1),
  name: z.string(),
  url: z.url({ protocol: /^http$/ }),
  user: z.string().min(1),
  password: z.string().min(1),
  hasGatewayUser: z.boolean(),
  rpcThreads: z.int().min(1).max(256).nullable(),
  passedOver: z.string().min(1).nullable(),
});

const consumer = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  secrets: z.array(z.object({ id: z.string().min(1), sha256: hash, expiresAt: time.nullable() })),
  methods: z.array(z.string().min(1)),
  callsPerSecond: z.int().positive(),
  callsInFlight: z.int().positive(),
  expiresAt: time.nullable(),
});

/** What the gateway of this host serves. As a whole or not at all: a part that is not understood may be a restriction. */
export const desiredGateway = z.object({
  digest: z.string().min(1).max(128).nullable(),
  endpoints: z.array(
    z.object({
      id: z.string().min(1),
      name: z.string().min(1),
      network: z.enum(networks),
      address: z.string().min(1),
      port: z.int().min(1).max(65_535),
      tls: z.object({ certFile: z.string().min(1), keyFile: z.string().min(1) }).nullable(),
      members: z.array(member),
      branches: z
        .object({
          asOf: time,
          verdict: z.enum(['agreed', 'split', 'even']),
          losing: z.array(hash),
          pinned: hash.nullable(),
        })
        .nullable(),
      consumers: z.array(consumer),
    }),
  ),
}) satisfies z.ZodType<DesiredGateway>;
