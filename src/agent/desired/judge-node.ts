import * as z from 'zod';
import { clients } from '../../bitcoin/clients/registry.ts';
import { networks } from '../../bitcoin/network.ts';
import { kindField } from '../../contract/kind-fields.ts';
import { dataRootPattern, namePattern } from '../../contract/names.ts';
import { isOperationKind, operationParams } from '../../contract/node-operations.ts';
import { printable } from '../../text/printable.ts';
import { shorten } from '../../text/shorten.ts';
import type { DesiredNode } from './desired-entry.ts';

/** GraphQL's Int. The control plane would refuse every heartbeat with a larger one. */
const count = z.int32().nonnegative();

const rpcAuth = z.string().regex(/^[A-Za-z0-9_.-]+:[0-9a-f]+\$[0-9a-f]+$/);

/** It becomes part of a volume's name. */
const dataRoot = z.string().regex(dataRootPattern);

const operation = z
  .object({
    id: z.string().min(1).max(64),
    kind: z.string(),
    params: z.record(z.string(), z.unknown()),
    hasStarted: z.boolean(),
  })
  .transform(({ params, ...rest }) => ({ ...rest, params: params[kindField(rest.kind)] }))
  .superRefine(({ kind, params }, { addIssue }) => {
    if (!isOperationKind(kind)) addIssue({ code: 'custom', message: `the operation ${quoted(kind)}` });
    else if (!operationParams[kind].safeParse(params).success)
      addIssue({ code: 'custom', message: `the parameters of its operation ${quoted(kind)}` });
  });

/** The values that decide what the agent does with a node, of which a later control plane may know more. */
const kinds = {
  network: z.enum(networks),
  client: z.enum(clients),
  nodeType: z.enum(['full', 'pruned']),
};

/** A node can be stopped, started, restarted and deleted with these alone. */
const lifecycle = {
  desiredState: z.enum(['running', 'stopped', 'deleted']),
  restartCounter: count,
  dataPolicy: z.enum(['remove', 'keep']),
  removableWallets: z.array(z.string()).nullable(),
};

/** Without them, the agent cannot know which of its nodes an answer lists. */
const identity = { id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) };

const name = { name: z.string().regex(namePattern) };

/** With another mode, or a field missing, the node would connect to peers in another way than its owner chose. */
const tor = z
  .object({ mode: z.enum(['off', 'own']), proxy: z.string().nullable(), onionAddress: z.string().nullable() })
  .nullable();

const desiredNode = z.object({
  ...identity,
  ...name,
  ...kinds,
  ...lifecycle,
  revision: count,
  signet: z.object({ challenge: z.string(), seedNodes: z.array(z.string()) }).nullable(),
  clientVersion: z.string().min(1).max(64),
  tor,
  resources: z.object({ cpuCores: z.number(), memoryMiB: z.number(), diskGiB: z.number() }),
  overrides: z.array(z.object({ key: z.string(), value: z.string() })),
  rpcAuth,
  formerRpcAuth: rpcAuth.nullable(),
  gatewayRpcAuth: rpcAuth,
  gatewayMethods: z.array(z.string().regex(/^[a-z0-9_]{1,64}$/)).max(5000),
  dataRoot: dataRoot.nullable(),
  operations: z.array(operation),
  revertFailedChange: z.boolean().nullable(),
  upcomingVersion: z.string().min(1).max(64).nullable(),
}) satisfies z.ZodType<DesiredNode>;

/** A node of which this agent does not support something. */
export interface UnsupportedNode {
  id: string;
  name: string;
  /** What this agent does not support, for a sentence: `the network “testnet5”`. */
  unsupported: string;
  /** Null if not even this is understood. */
  lifecycle: Pick<DesiredNode, keyof typeof lifecycle> | null;
}

export type JudgedNode = { node: DesiredNode } | { unsupported: UnsupportedNode };

/** One element of an answer's nodes. Only an element without a valid id is invalid: each other concerns its node alone. */
export const judgedNode = z.looseObject(identity).transform((value): JudgedNode => {
  const { success, data: node, error } = desiredNode.safeParse(value);
  if (success) return { node };
  const { success: isNamed, data: named } = z.object(name).safeParse(value);
  return {
    unsupported: {
      id: value.id,
      name: isNamed ? named.name : value.id,
      unsupported: unsupportedIn(value, error),
      lifecycle: z.object(lifecycle).safeParse(value).data ?? null,
    },
  };
});

/**
 * Returns what of a stored node this agent does not support; null for a supported one. An older agent may find a later
 * one's nodes in its store. Missing fields are no fault: an earlier agent did not know them.
 */
export function unsupportedInStore(stored: DesiredNode): string | null {
  const { success, error } = z
    .object({ ...kinds, desiredState: lifecycle.desiredState })
    .partial()
    .safeParse(stored);
  return success ? null : unsupportedIn(stored, error);
}

function unsupportedIn(node: object, { issues }: z.ZodError): string {
  const first = issues[0];
  if (first === undefined || first.path.length === 0) return 'its form';
  if (first.code === 'custom') return first.message;
  const field = String(first.path[0]);
  const value: unknown = Reflect.get(node, field);
  // Other values may be secret, such as the hash of a password.
  return first.code === 'invalid_value' && typeof value === 'string'
    ? `the ${fieldWords[field] ?? field} ${quoted(value)}`
    : `its ${fieldWords[field] ?? field}`;
}

const fieldWords: Readonly<Record<string, string>> = {
  nodeType: 'node type',
  signet: 'custom signet',
  tor: 'Tor',
  desiredState: 'desired state',
  dataPolicy: 'data policy',
  clientVersion: 'client version',
  dataRoot: 'data root',
};

const quoted = (value: string): string => `“${shorten(printable(value), 64)}”`;
