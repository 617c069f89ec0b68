import type { Network } from '../../../../bitcoin/node-config.ts';
import type { DaemonBranch } from '../../../../contract/types.generated.ts';
import type { Tip } from '../../../tables/incidents.ts';
import { type ChainNode, Evidence, probe, type Relation, relate } from './chain-evidence.ts';
import { byReach, type Measure, measureOf, reportedTip, withKnownWork } from './chain-measure.ts';

/** A branch of a network, and the nodes that stand on it. */
export interface Branch {
  /** Null for the leading branch, and for a private chain of its own. */
  parent: Branch | null;
  /** The last block in common with the parent lies from `low` up to below `high`. */
  low: number;
  high: number;
  tip: Tip;
  /** The one with the most work that answers comes first; none on a branch that only other nodes' daemons report. */
  nodes: ChainNode[];
  evidence: Evidence;
  /** The parent of this branch is rejected by its nodes, or this branch by those of its parent. */
  rejections: Rejection[];
  /** Whether the two sides differ beyond doubt now. */
  isSure: boolean;
}

/** What a node's daemon says of a branch that it does not follow. */
export interface Rejection {
  node: ChainNode;
  /** `unreported` is concluded: its daemon says nothing. */
  status: DaemonBranch['status'] | 'unreported';
}

export interface ChainTree {
  /** What decides which branch leads. */
  measure: Measure;
  /** A parent comes before its branches. */
  branches: Branch[];
  /** Whether every node was compared with its branch up to its tip. */
  isSettled: boolean;
  /** What is worth asking the nodes for, by id: heights of their chains. */
  questions: Map<string, Set<number>>;
}

interface Report extends Pick<DaemonBranch, 'branchLength' | 'status'> {
  tip: Tip;
}

/** A node that lags this long is compared with its branch by asking. */
const transientMs = 20_000;
/** An answer is confirmed again after this long. */
const staleMs = 10 * 60_000;
/** Reported branches that are compared. */
const maxReported = 4;

/** Arranges the nodes of a network into branches. `now`: milliseconds since the epoch. */
export function readTree(nodes: readonly ChainNode[], network: Network, now: number): ChainTree {
  const known = withKnownWork(nodes);
  return new TreeReader(network, now, measureOf(known)).read(known);
}

class TreeReader {
  readonly #network: Network;
  readonly #now: number;
  readonly #measure: Measure;
  readonly #branches: Branch[] = [];
  readonly #byTip = new Map<string, Branch>();
  /** Tips that the highest node of their branch has or had below its own. */
  readonly #passed = new Set<string>();
  /** Heights to ask for, by node. */
  readonly #questions = new Map<string, Set<number>>();
  /** Ids of the nodes that are asked now. */
  readonly #due = new Set<string>();
  #isSettled = true;

  constructor(network: Network, now: number, measure: Measure) {
    this.#network = network;
    this.#now = now;
    this.#measure = measure;
  }

  /** Places each node, then reads what the daemons report of other branches. */
  read(nodes: readonly ChainNode[]): ChainTree {
    const measure = this.#measure;
    const branches = this.#branches;
    for (const node of nodes.toSorted((a, b) => byReach(a, b, measure))) this.#place(node);
    for (const branch of [...branches]) this.#readReports(branch);
    for (const branch of [...branches])
      for (const node of [...branch.nodes])
        if (this.#passed.has(node.tip.hash) && isStuck(node, branch))
          this.#standAside(node, branch, { fork: node.tip.height, status: 'unreported' });
    const questions = new Map([...this.#questions].filter(([id]) => this.#due.has(id)));
    return { measure, branches, isSettled: this.#isSettled, questions };
  }

  #place(node: ChainNode): void {
    const atTip = this.#byTip.get(node.tip.hash);
    if (atTip !== undefined) {
      atTip.nodes.push(node);
      addTo(atTip.evidence, node);
      return;
    }
    const own = new Evidence().add(node);
    const relations = this.#branches.flatMap((branch) => {
      const top = Math.min(node.tip.height, branch.tip.height);
      const relation = relate(own, branch.evidence, top, this.#network);
      return relation.kind === 'unrelated' ? [] : [{ branch, relation }];
    });
    const same = relations.filter(({ relation }) => relation.kind === 'same');
    const joined = same.find(({ relation }) => relation.kind === 'same' && relation.isExact) ?? same[0];
    if (joined !== undefined) this.#join(node, joined.branch, joined.relation);
    else this.#begin(node, own, relations);
  }

  /** Adds a node to a branch that it may follow, and asks whether it does. */
  #join(node: ChainNode, branch: Branch, relation: Relation): void {
    const now = this.#now;
    branch.nodes.push(node);
    addTo(branch.evidence, node);
    this.#byTip.set(node.tip.hash, branch);
    if (node.tip.height > branch.tip.height) branch.tip = node.tip;
    if (relation.kind !== 'same') return;
    const { low, isExact, isSure } = relation;
    // The rule waits longer than an answer takes, should the higher node have left that block.
    if (isExact) this.#passed.add(node.tip.hash);
    const isSyncing = node.catchesUp && low > 0;
    if (!isExact && !isSyncing) this.#isSettled = false;
    const [rep] = branch.nodes;
    if (rep === undefined) return;
    const [higher, lower] = rep.tip.height >= node.tip.height ? [rep, node] : [node, rep];
    const isOld = higher.askedAt === null || now - higher.askedAt > staleMs;
    // Of two blocks in a row, the second may have come a moment ago.
    const isNext = higher.tip.height === lower.tip.height + 1;
    const lags = now - (isNext ? Math.max(lower.tipSince, higher.tipSince) : lower.tipSince) > transientMs;
    const isDue = isExact ? lags && (!isSure || isOld) : !isSyncing || isOld;
    this.#ask(higher, [lower.tip.height], isDue);
    if (low === 0 && this.#network === 'regtest') this.#ask(lower, [], isDue);
  }

  /** Starts a branch with a node that is on none of the known ones. */
  #begin(node: ChainNode, evidence: Evidence, relations: { branch: Branch; relation: Relation }[]): void {
    const [nearest] = relations
      .flatMap(({ branch, relation }) => (relation.kind === 'split' ? [{ branch, relation }] : []))
      .toSorted((a, b) => b.relation.low - a.relation.low);
    const { low, high, isSure } = nearest?.relation ?? { low: 0, high: 0, isSure: true };
    const parent = nearest?.branch ?? null;
    const begun: Branch = { parent, low, high, tip: node.tip, nodes: [node], evidence, rejections: [], isSure };
    this.#branches.push(begun);
    this.#byTip.set(node.tip.hash, begun);
    // Both are asked again and again: whether the split lasts, and where it began.
    for (const { branch, relation } of relations) {
      const [rep] = branch.nodes;
      if (relation.kind !== 'split' || rep === undefined) continue;
      const top = Math.min(rep.tip.height, node.tip.height);
      const heights = [relation.low, relation.high, top, ...probe(relation.low, relation.high)];
      for (const asked of [rep, node]) this.#ask(asked, heights, true);
    }
  }

  /** Compares what daemons report of other branches with the branches of the fleet. */
  #readReports(branch: Branch): void {
    for (const node of [...branch.nodes]) {
      const reports = node.branches
        .map((report) => ({ ...report, tip: reportedTip(report) }))
        .toSorted((a, b) => this.#measure.compare(a.tip, b.tip))
        .slice(0, maxReported);
      for (const report of reports) this.#readReport(node, branch, report);
    }
  }

  #readReport(node: ChainNode, own: Branch, { tip, branchLength, status }: Report): void {
    const { height, hash } = tip;
    if (status === 'valid_fork' || height <= 0) return;
    const fork = height - branchLength;
    for (const branch of this.#branches) {
      if (height > branch.tip.height) continue;
      const block = branch.evidence.get(height);
      const [rep] = branch.nodes;
      if (status === 'invalid' && rep !== undefined)
        this.#ask(rep, [height, fork, fork + 1], block === undefined && height > node.tip.height - maxDepth);
      if (block?.hash !== hash) continue;
      if (branch !== own) addRejection(own, branch, { node, status }, fork);
      else if (status === 'invalid' && node.tip.height < height) this.#standAside(node, branch, { fork, status });
    }
    // A node that syncs has headers first. In a split, a restart makes it one that syncs.
    const isSynced = !node.catchesUp || node.wasApart !== null;
    const diverges = status === 'invalid' || (isSynced && fork < node.tip.height);
    // A heavier branch that no node of the fleet follows.
    if (diverges && this.#branches.every((branch) => this.#measure.compare(tip, branch.tip) < 0))
      this.#addForeign(node, own, { tip, branchLength, status });
  }

  /** A node that rejects the next block of its branch stands on a branch of its own, which has no block yet. */
  #standAside(node: ChainNode, branch: Branch, { fork, status }: { fork: number; status: Rejection['status'] }): void {
    const place = branch.nodes.indexOf(node);
    if (place < 0) return;
    branch.nodes.splice(place, 1);
    const low = Math.min(fork, node.tip.height);
    // Its deployments may say why.
    this.#ask(node, [low], node.reading === null);
    const known = this.#branches.find(({ parent, tip }) => parent === branch && tip.hash === node.tip.hash);
    const aside = known ?? this.#branchOff(branch, low, node);
    aside.nodes.push(node);
    aside.rejections.push({ node, status });
  }

  #addForeign(node: ChainNode, parent: Branch, { tip, branchLength, status }: Report): void {
    const known = this.#branches.find((branch) => branch.tip.hash === tip.hash);
    const foreign = known ?? this.#branchOff(parent, tip.height - branchLength, { tip, tips: [], reading: null });
    foreign.rejections.push({ node, status });
  }

  /** Adds a branch without nodes that leaves its parent after the block `low`, with what is known of its blocks. */
  #branchOff(parent: Branch, low: number, known: Parameters<Evidence['add']>[0]): Branch {
    const evidence = new Evidence().add(known);
    const { tip } = known;
    const branch: Branch = { parent, low, high: low + 1, tip, nodes: [], evidence, rejections: [], isSure: true };
    this.#branches.push(branch);
    return branch;
  }

  #ask(node: ChainNode, heights: readonly number[], isDue: boolean): void {
    if (!node.isLive) return;
    const known = this.#questions.getOrInsertComputed(node.id, () => new Set(this.#network === 'regtest' ? [1] : []));
    for (const height of [...heights, ...node.tips.map((tip) => tip.height)])
      if (height > 0 && height <= node.tip.height) known.add(height);
    if (isDue) this.#due.add(node.id);
  }
}

/** A daemon with peers gets the header of each block within seconds. */
const missedBlocks = 3;

/**
 * Returns whether a node stays below the blocks of its branch without knowing their headers. A daemon drops a header
 * that breaks its rules without a trace; one that only lags stores it.
 */
function isStuck({ tip, headers, peers, isLive, catchesUp, wasApart }: ChainNode, branch: Branch): boolean {
  const missed = headers > tip.height ? 0 : branch.tip.height - tip.height;
  return missed >= missedBlocks && (wasApart === 'stuck' || (isLive && !catchesUp && peers > 0));
}

/** Deeper than this, a rejected branch is history. */
const maxDepth = 100_000;

/** Former tips of a node that only joins a branch may belong to another one, which it has left. */
const addTo = (evidence: Evidence, { tip, reading }: ChainNode): Evidence => evidence.add({ tip, tips: [], reading });

/** Adds what a node reports of a branch that leaves its own chain after the block `fork`. */
function addRejection(a: Branch, b: Branch, rejection: Rejection, fork: number): void {
  const branch = a.parent === b ? a : b.parent === a ? b : b.parent === null ? a : b;
  branch.rejections.push(rejection);
  if (branch.parent !== a && branch.parent !== b) return;
  branch.low = fork;
  branch.high = fork + 1;
}

/** Returns the last common block of a branch and its parent; null while it is searched for. */
export const forkHeight = ({ parent, low, high }: Branch): number | null =>
  parent !== null && high === low + 1 ? low : null;

/** Returns how many blocks a branch has of its own; null while that is not known. */
export function ownBlocks(branch: Branch): number | null {
  const fork = forkHeight(branch);
  return fork === null ? null : branch.tip.height - fork;
}
