import * as z from 'zod';
import type { SyncExecutorMutation } from '../../contract/agent-operations.generated.ts';
import type { DeliveredRequest } from '../../contract/agent-requests.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { judgedNode, type UnsupportedNode } from '../desired/judge-node.ts';
import { type DesiredGateway, desiredGateway } from './desired-gateway.ts';

/** A heartbeat's answer as this agent understands it. */
export interface SyncAnswer
  extends Omit<NonNullable<SyncExecutorMutation['syncExecutor']>, 'nodes' | 'requests' | 'gateway'> {
  nodes: DesiredNode[] | null;
  requests: DeliveredRequest[];
  /** What the host's gateway serves; null if the agent already has it. */
  gateway: DesiredGateway | null;
  /** Nodes that are listed, of which this agent does not support something. */
  unsupportedNodes: UnsupportedNode[];
  /** Other parts that are not understood, and are ignored: `upgrade`, `a request`. */
  ignored: string[];
}

/** GraphQL's Int. The control plane would refuse every heartbeat with a larger one. */
const count = z.int32().nonnegative();

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

const request = z.object({
  id: z.string(),
  nodeId: z.string(),
  kind: z.string(),
  args: z.record(z.string(), z.unknown()),
});

/** What concerns all of an answer: without it, nothing of it is used. */
const wholeAnswer = z.object({
  executorId: z.string().min(1).max(64),
  revision: count,
  recovery: z.enum(['wanted', 'offered']).nullable(),
  heartbeatIntervalSeconds: z
    .number()
    .transform((seconds) => Math.min(maxHeartbeatIntervalSeconds, Math.max(1, seconds))),
  /** Null if the next heartbeat must be a full report. */
  observedRevision: z.string().min(1).max(128).nullable(),
  nodes: z.array(judgedNode).nullable(),
  rotateKeyAt: z.iso.datetime().nullable(),
  keyExpiresAt: z.iso.datetime().nullable(),
  requests: z.array(z.unknown()),
  upgrade: z.unknown(),
  gateway: z.unknown(),
});

/**
 * What a later control plane says that this agent does not understand concerns only the node, request or upgrade that it
 * belongs to, or the gateway; the rest of the answer is used.
 */
export const syncAnswer = wholeAnswer.transform(({ nodes, requests, upgrade, gateway, ...answer }): SyncAnswer => {
  const understood = requests.map((each) => request.safeParse(each));
  const release = desiredUpgrade.nullable().safeParse(upgrade);
  const served = desiredGateway.nullish().safeParse(gateway);
  return {
    ...answer,
    nodes: nodes?.flatMap((judged) => ('node' in judged ? [judged.node] : [])) ?? null,
    unsupportedNodes: nodes?.flatMap((judged) => ('unsupported' in judged ? [judged.unsupported] : [])) ?? [],
    requests: understood.flatMap(({ data }) => data ?? []),
    upgrade: release.data ?? null,
    gateway: served.data ?? null,
    ignored: [
      ...(understood.every(({ success }) => success) ? [] : ['a request']),
      ...(release.success ? [] : ['an upgrade']),
      ...(served.success ? [] : ['the settings of its gateway']),
    ],
  };
});
