import { randomUUID } from 'node:crypto';
import type { LifecycleTable } from '../../../bitcoin/clients/lifecycle.ts';
import { unlikelyGapSeconds } from '../../../bitcoin/network.ts';
import { isAnswering } from '../../../contract/phases.ts';
import { type KeyText, keyOf, type TenantKey } from '../../platform/database/database.ts';
import type { Thresholds } from '../../tables/notifications.ts';
import type { Policies } from '../notifications/settings.ts';
import type { FleetNetwork } from './read-facts.ts';
import { chainKeyOf, isFresh, type Middle, othersHeight } from './rules/compare-chains.ts';
import { executorKeyOf, isRestartedByRollout, type NodeFacts } from './rules/facts.ts';
import type { Compared, compareNetworks } from './rules/judge.ts';

/** Everything is judged again after this long, whether or not it changed. */
const unchangedMs = 10 * 60_000;
/** How long a network is compared again and again after a change: what follows from it comes within this time. */
const activeMs = 60_000;
/** Nodes that are compared in a second: a network of 5,000 with each run, one of 200,000 every 200 seconds. */
const comparedPerSecond = 1000;
/** The time of a pause that a run may use for more nodes than this. */
const maxSavedMs = 5000;

interface NetworkMemory extends FleetNetwork {
  comparedAt: number;
  activeUntil: number;
  nodeCount: number;
  /** When the gap since its last block becomes unlikely; undefined if it is, or has none. */
  unlikelyFrom: number | undefined;
  /** What comparing it with others showed. */
  middles: ReadonlyMap<string, Middle>;
  splitNodes: ReadonlySet<KeyText>;
  sharing: ReadonlySet<KeyText>;
  behind: ReadonlySet<KeyText>;
}

interface Comparison extends ReturnType<typeof compareNetworks> {
  networks: readonly FleetNetwork[];
  /** All of these networks. */
  nodes: readonly NodeFacts[];
  now: number;
}

export const networkKeyOf = ({ organizationId, network }: FleetNetwork): string => `${organizationId} ${network}`;

/**
 * What the process that runs the rules knows between runs: when it must judge what without a change, and how nodes
 * compare with their networks.
 */
export class RuleMemory {
  readonly runner = randomUUID();
  /** Executors of nodes that exited in the hour before the last run. */
  exited: ReadonlyMap<KeyText, TenantKey> = new Map();
  /** What concerns all executors: with another one, everything is judged again. */
  #basis = '';
  #lifecycle: LifecycleTable | undefined;
  /** When the next network may be compared. */
  #freeAt = 0;
  readonly #due = new Map<KeyText, TenantKey & { at: number; networks: readonly string[] }>();
  readonly #networks = new Map<string, NetworkMemory>();

  get isEmpty(): boolean {
    return this.#due.size === 0;
  }

  /** How nodes compare with the others of their networks. */
  readonly compared: Compared = {
    middleOf: (node) => this.#networks.get(networkKeyOf(node))?.middles.get(chainKeyOf(node)),
    isSplit: (node) => this.#networks.get(networkKeyOf(node))?.splitNodes.has(keyOf(node)) ?? false,
    sharesGap: (node) => this.#networks.get(networkKeyOf(node))?.sharing.has(keyOf(node)) ?? false,
  };

  /** Empties it if it cannot be continued. A run that fails does not reach its end, so that the next one judges everything. */
  begin(isOutdated: boolean, basis: string, lifecycle: LifecycleTable): void {
    if (isOutdated || basis !== this.#basis || lifecycle !== this.#lifecycle) {
      this.#due.clear();
      this.#networks.clear();
      this.#freeAt = 0;
    }
    this.#basis = '';
    this.#lifecycle = lifecycle;
  }

  end(basis: string, exited: ReadonlyMap<KeyText, TenantKey>): void {
    this.#basis = basis;
    this.exited = exited;
  }

  dueAt = (now: number): TenantKey[] => [...this.#due.values()].filter(({ at }) => at <= now);

  /** Remembers when executors that were judged are due again; those that are not found are gone. */
  judged(
    piece: readonly TenantKey[],
    found: readonly TenantKey[],
    nodes: readonly NodeFacts[],
    now: Date,
    thresholdsFor: Policies['thresholdsFor'],
  ): void {
    for (const executor of piece) this.#due.delete(keyOf(executor));
    const nodesOf = Map.groupBy(nodes, executorKeyOf);
    for (const { organizationId, id } of found) {
      const own = nodesOf.get(keyOf({ organizationId, id })) ?? [];
      const times = own.map((node) => changesAt(node, thresholdsFor(organizationId, node.id), now));
      // Spread, so that executors that were judged together do not stay together.
      const at = Math.min(now.getTime() + (unchangedMs * (1 + Math.random())) / 2, ...times);
      const networks = [...new Set(own.map(networkKeyOf))];
      this.#due.set(keyOf({ organizationId, id }), { organizationId, id, at, networks });
    }
  }

  /** Lets the networks of a changed executor be compared: those of its nodes, and of the nodes that it had. */
  touch(executor: TenantKey, nodes: readonly NodeFacts[], now: number): void {
    const had = this.#due.get(keyOf(executor))?.networks ?? [];
    for (const key of [...had, ...nodes.map(networkKeyOf)]) {
      const known = this.#networks.get(key);
      if (known !== undefined) known.activeUntil = now + activeMs;
    }
  }

  /** Its nodes cannot be judged before it was compared. */
  isUnknown = (network: FleetNetwork): boolean => !this.#networks.has(networkKeyOf(network));

  /** Returns the networks to compare now: those that waited longest, up to a number of nodes a second. */
  networksToCompare(now: number): FleetNetwork[] {
    const due = [...this.#networks.values()]
      .filter(
        ({ comparedAt, activeUntil, unlikelyFrom = Number.POSITIVE_INFINITY }) =>
          activeUntil >= now || now - comparedAt >= unchangedMs || unlikelyFrom <= now,
      )
      .toSorted((a, b) => a.comparedAt - b.comparedAt);
    const affordable: FleetNetwork[] = [];
    for (const network of due) {
      if (this.#freeAt > now) break;
      affordable.push(network);
      this.#freeAt = Math.max(this.#freeAt, now - maxSavedMs) + (network.nodeCount / comparedPerSecond) * 1000;
    }
    return affordable;
  }

  /** Remembers compared networks. Returns the executors of the nodes that must be judged for it. */
  compare(
    { networks, nodes, now, middles, splitNodes, sharing, unlikelyFrom, questions, ofNetworks }: Comparison,
    { thresholdsFor }: Policies,
  ): TenantKey[] {
    const open = new Set(
      ofNetworks.flatMap(({ subject, judgements }) =>
        judgements.chain_split == null ? [] : `${subject.organizationId} ${subject.id.split(':')[0]}`,
      ),
    );
    for (const node of nodes) if (questions.has(keyOf(node))) open.add(networkKeyOf(node));
    const isBehind = (node: NodeFacts) => {
      const height = othersHeight(node, middles.get(chainKeyOf(node))) ?? 0;
      const blocks = height - (node.sample?.height ?? 0);
      return blocks > 0 && blocks >= thresholdsFor(node.organizationId, node.id).blocksBehind;
    };
    const behind = new Set(nodes.filter(isBehind).map(keyOf));
    const concerned = nodes.filter((node) => {
      const before = this.#networks.get(networkKeyOf(node));
      const key = keyOf(node);
      const wasSplit = before?.splitNodes.has(key) ?? false;
      const isGapOf = before !== undefined && before.sharing.has(key) !== sharing.has(key);
      return (
        behind.has(key) ||
        before?.behind.has(key) ||
        wasSplit !== splitNodes.has(key) ||
        (isGapOf && hasLongGap(node, thresholdsFor(node.organizationId, node.id), now))
      );
    });
    const nodesOf = Map.groupBy(nodes, networkKeyOf);
    for (const network of networks) {
      const key = networkKeyOf(network);
      const activeUntil = open.has(key) ? now + activeMs : (this.#networks.get(key)?.activeUntil ?? now + activeMs);
      const nodeCount = nodesOf.get(key)?.length ?? 0;
      const times = (nodesOf.get(key) ?? []).flatMap((node) => unlikelyFrom.get(chainKeyOf(node)) ?? []);
      const gap = times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b));
      const found = { middles, splitNodes, sharing, behind };
      const compared = { ...network, nodeCount, comparedAt: now, activeUntil, unlikelyFrom: gap, ...found };
      if (nodeCount === 0) this.#networks.delete(key);
      else this.#networks.set(key, compared);
    }
    return concerned.map(({ organizationId, executorId: id }) => ({ organizationId, id }));
  }
}

/** Whether a node has seen no block for so long that its own incident depends on the others. */
function hasLongGap({ network, watch }: NodeFacts, { tipProbability }: Thresholds, now: number): boolean {
  const limit = unlikelyGapSeconds(network, tipProbability);
  return limit !== undefined && watch !== null && now - watch.tipSince >= limit * 1000;
}

/** Returns when a rule may find a condition of a node by time alone. */
function changesAt(node: NodeFacts, thresholds: Thresholds, now: Date): number {
  const { network, sample, watch, phase } = node;
  // A stale sample is judged again when a new one comes.
  if (sample === null || watch === null || !isFresh(sample, now) || !isAnswering(phase))
    return Number.POSITIVE_INFINITY;
  // The end of its restart is no change of the node.
  if (isRestartedByRollout(node, now)) return now.getTime();
  const runsSince = sample.at.getTime() - sample.uptimeSeconds * 1000;
  const gapSeconds = unlikelyGapSeconds(network, thresholds.tipProbability) ?? Number.POSITIVE_INFINITY;
  return sample.catchesUp
    ? Math.max(watch.progressSince, runsSince) + thresholds.syncStalledMinutes * 60_000
    : Math.max(watch.tipSince, runsSince) + gapSeconds * 1000;
}
