import { appliesTo, type LifecycleTable, nearestFixed, versionLife } from '../../../../bitcoin/clients/lifecycle.ts';
import { type Client, clientFamily } from '../../../../bitcoin/clients/registry.ts';
import { hasPeers } from '../../../../bitcoin/network.ts';
import type { NodeFacts } from './facts.ts';
import type { Judgements } from './judgement.ts';

const dayMs = 24 * 3_600_000;
/** So long before a version's end of life, its nodes have an incident. */
const noticeDays = 30;

export interface ClientSurroundings {
  now: Date;
  table: LifecycleTable;
  /** What the node's host offers. */
  offered: readonly { client: Client; version: string }[];
}

/** Judges what a node runs by the life of its version. On a private chain nothing is at stake. */
export function judgeClient(node: NodeFacts, { now, table, offered }: ClientSurroundings): Judgements {
  const { name, config } = node;
  if (!hasPeers(config.network)) return { client_end_of_life: null, client_vulnerable: null, client_withdrawn: null };
  const { client, clientVersion } = config;
  const { endOfLife, withdrawn, advisories } = versionLife(table, config, now);
  const versions = offered.filter((each) => each.client === client).map(({ version }) => version);
  const fixed = nearestFixed(table, config, { offered: versions, now });
  const runs = `${name} runs ${clientFamily(client).title} ${clientVersion}`;
  const advice =
    fixed === null
      ? 'No later version is known that fixes it.'
      : `Upgrade to ${fixed.version}${fixed.isOffered ? ', which its host offers' : '; its host offers no fixed version yet'}.`;
  const data = { client, clientVersion, nearestFixed: fixed?.version ?? null };
  const ends = endOfLife !== null && now.getTime() >= Date.parse(endOfLife) - noticeDays * dayMs;
  const when = endOfLife !== null && now.getTime() >= Date.parse(endOfLife) ? 'reached' : 'reaches';
  const high = advisories.find((advisory) => advisory.severity === 'high' && appliesTo(advisory, config));
  return {
    client_end_of_life: ends
      ? { message: `${runs}, which ${when} its end of life on ${endOfLife}. ${advice}`, data: { ...data, endOfLife } }
      : null,
    client_vulnerable:
      high === undefined
        ? null
        : { message: `${runs}, which has ${high.id}: ${high.what}. ${advice}`, data: { ...data, advisory: high.id } },
    client_withdrawn: withdrawn
      ? {
          message: `${runs}, which was withdrawn on ${withdrawn.at}: ${withdrawn.reason}. ${advice}`,
          data: { ...data, reason: withdrawn.reason },
          severity: withdrawn.legacyWalletsOnly && node.hasWallets === false ? 'warning' : 'critical',
        }
      : null,
  };
}
