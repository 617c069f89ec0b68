import { networkName, shownNetworkName } from '../../../../bitcoin/network-name.ts';
import { isAnswering } from '../../../../contract/phases.ts';
import type { ChainBranch } from '../../../../contract/types.generated.ts';
import { counted } from '../../../../text/counted.ts';
import { printable } from '../../../../text/printable.ts';
import { type KeyText, keyOf } from '../../../platform/database/tenant-keys.ts';
import type { BranchStanding, ChainNetworkRow, ChainWatch } from '../../../tables/incidents.ts';
import type { ChainNode } from './chain-evidence.ts';
import type { Measure } from './chain-measure.ts';
import { type Branch, type ChainTree, forkHeight, ownBlocks, type Rejection, readTree } from './chain-tree.ts';
import { chainKeyOf, isFresh } from './compare-chains.ts';
import type { Condition, Judgement, NodeFacts, SampleFacts, SubjectJudgements } from './facts.ts';

/** Two branches of equal length are a race, which the next block decides. */
const maxRaceBlocks = 2;
/** A node leaves a shorter branch within seconds, and an answer is at most half a minute old. */
const sureSeconds = 40;
const presumedSeconds = 50;
/** A daemon that rejects a block keeps rejecting it. */
const provenSeconds = 10;
/** A daemon may need this long to find a peer that has a few missing blocks. */
const fewMissedSeconds = 600;
/** So many blocks without one of their headers are no delay. */
const stuckBlocks = 6;
/** What a message names of several. */
const maxNamed = 5;
const maxShown = 30;

/**
 * Judges whether the nodes of each network stand on one chain. Also returns what to show of the networks, what to ask
 * which nodes for next, and how the nodes of the networks stand whose judgement is clear.
 */
export function judgeChains(nodes: readonly NodeFacts[], now: Date) {
  const ofNetworks: SubjectJudgements[] = [];
  const shown: ChainNetworkRow[] = [];
  const splitNodes = new Set<KeyText>();
  const questions = new Map<KeyText, number[]>();
  const stances = new Map<KeyText, Stance>();
  const standings = new Map<KeyText, BranchStanding | null>();
  for (const ofChain of Map.groupBy(nodes.filter(isOfFleet), chainKeyOf).values()) {
    const [first] = ofChain;
    if (first === undefined) continue;
    const { organizationId, network } = first;
    const ownKey = (id: string) => keyOf({ organizationId, id });
    const tree = readNetwork(ofChain, now);
    for (const [id, heights] of tree.questions) questions.set(ownKey(id), [...heights]);
    const name = networkName(first);
    const judgement = judgeTree(tree, shownNetworkName(name));
    for (const { node, stance } of judgement === 'unknown' ? [] : tree.branches.flatMap(stancesOn)) {
      stances.set(ownKey(node.id), judgement === null ? null : stance);
      if (judgement !== null) splitNodes.add(ownKey(node.id));
    }
    for (const [id, standing] of judgement === 'unknown' ? [] : standingsOf(tree, judgement !== null))
      standings.set(ownKey(id), standing);
    ofNetworks.push({
      subject: { type: 'network', id: name, organizationId, name, executorId: null },
      judgements: { chain_split: judgement },
    });
    shown.push({
      ...{ organizationId, name, network, nodeCount: ofChain.length, branches: describeBranches(tree, tree.branches) },
      state: judgement === null ? 'agreed' : judgement === 'unknown' ? 'comparing' : 'split',
      height: Math.max(0, ...tree.branches.flatMap(({ parent, tip }) => (parent === null ? [tip.height] : []))),
    });
  }
  return { ofNetworks, shown, splitNodes, questions, stances, standings };
}

type Stance = ChainWatch['apart'];

/** Returns where each node of a network stands: null on the leading branch, and everywhere without a split. */
function standingsOf(tree: ChainTree, isSplit: boolean): [string, BranchStanding | null][] {
  const apart = isSplit ? tree.branches.filter((branch) => standsApart(branch, tree)) : [];
  return tree.branches.flatMap((branch) => {
    const standing = standingOn(branch, apart, tree.measure);
    return branch.nodes.map(({ id }): [string, BranchStanding | null] => [id, standing]);
  });
}

function standingOn(branch: Branch, apart: readonly Branch[], { compare }: Measure): BranchStanding | null {
  const isLevel = (a: Branch, b: Branch): boolean => compare(a.tip, b.tip) === 0;
  // A branch of a branch that stands apart does not lead either.
  const own = apart.find((each) => each === branch || isBelow(branch, each));
  if (own !== undefined)
    return { forkHeight: forkHeight(own), isEven: own.parent !== null && isLevel(own, own.parent) };
  const rival = apart.find((each) => each.parent === branch && isLevel(each, branch));
  return rival === undefined ? null : { forkHeight: forkHeight(rival), isEven: true };
}

const isBelow = (branch: Branch, other: Branch): boolean =>
  branch.parent !== null && (branch.parent === other || isBelow(branch.parent, other));

const stancesOn = (branch: Branch): { node: ChainNode; stance: Stance }[] =>
  branch.nodes.map((node) => ({ node, stance: isSilent(branch) && !isProven(branch) ? 'stuck' : 'split' }));

/** A stopped node has left the fleet until it is started again, unless it took part in a split that still lasts. */
const isOfFleet = ({ desiredState, sample, watch }: Pick<NodeFacts, 'desiredState' | 'sample' | 'watch'>): boolean =>
  sample !== null && (desiredState === 'running' || watch?.apart != null);

const readNetwork = (nodes: readonly NodeFacts[], now: Date): ChainTree =>
  readTree(
    nodes.flatMap((node) => (node.sample === null ? [] : [chainNodeOf(node, node.sample, now)])),
    nodes[0]?.network ?? 'mainnet',
    now.getTime(),
  );

function chainNodeOf(node: NodeFacts, sample: SampleFacts, now: Date): ChainNode {
  const { id, name, config, endpoint, watch, executorOnline, phase } = node;
  const isLive = executorOnline && isFresh(sample, now) && isAnswering(phase);
  return {
    ...sample,
    id,
    name,
    client: config.client,
    clientVersion: config.clientVersion,
    endpoint,
    hasRpcClients: isLive && (sample.rpcConnections ?? 0) > 0,
    isLive,
    tip: { height: sample.height, hash: sample.bestBlockHash, work: sample.chainWork },
    wasApart: watch?.apart ?? null,
    tipSince: watch?.tipSince ?? sample.at.getTime(),
    tips: watch?.tips ?? [],
    reading: watch?.reading ?? null,
    askedAt: watch?.askedAt ?? null,
  };
}

function judgeTree(tree: ChainTree, network: string): Judgement<'chain_split'> {
  const { branches, isSettled } = tree;
  const split = branches.filter(({ parent }) => parent !== null);
  const apart = split.filter((branch) => standsApart(branch, tree));
  if (apart.length > 0) return conditionOf(apart, tree, network);
  return split.length > 0 || !isSettled ? 'unknown' : null;
}

/** Whether a branch is more than a race of blocks, and nodes that answer stand on both sides. */
function standsApart(branch: Branch, { branches, measure }: ChainTree): boolean {
  const { nodes, parent, rejections } = branch;
  if (parent === null) return false;
  const isLive = (side: Branch) => side.nodes.some((node) => node.isLive);
  if (nodes.length === 0) return rejections.some(({ node }) => node.isLive);
  const others = branches.filter((other) => other !== branch && rootOf(other) === rootOf(branch));
  if (!isLive(branch) || !others.some(isLive)) return false;
  return isProven(branch) || !isRace(branch, parent, measure);
}

const rootOf = (branch: Branch): Branch => (branch.parent === null ? branch : rootOf(branch.parent));
const isProven = ({ rejections }: Branch): boolean => rejections.some(({ status }) => status === 'invalid');
const isSilent = ({ rejections }: Branch): boolean => rejections.some(({ status }) => status === 'unreported');
const isRace = ({ tip, low }: Branch, parent: Branch, { compare }: Measure): boolean =>
  compare(tip, parent.tip) === 0 && Math.max(tip.height, parent.tip.height) - low <= maxRaceBlocks;

function conditionOf(apart: readonly Branch[], tree: ChainTree, network: string): Condition<'chain_split'> {
  const { branches } = tree;
  const roots = new Set(apart.map(rootOf));
  const shown = branches.filter((branch) => roots.has(rootOf(branch)));
  const forks = apart.map(forkHeight);
  const first = forks.every((height) => height !== null) ? Math.min(...forks) : null;
  const finding =
    first === null
      ? `The nodes of ${network} disagree; looking for the fork`
      : `The chain of ${network} has split after block ${first}`;
  const sides = [...roots, ...apart].map(sideText).join('; ');
  const sizes = [...roots, ...apart].map(({ nodes }) => nodes.length);
  const isEven = sizes.length === 2 && sizes[0] === sizes[1];
  const why = apart.flatMap(({ rejections }) => rejections.slice(0, maxNamed).map(reasonOf));
  return {
    message: [
      `${finding}: ${sides}.`,
      ...(isEven ? ['Neither side has more nodes.'] : []),
      ...new Set(why),
      ...new Set(apart.flatMap((branch) => workText(branch, tree))),
      ...atRisk(apart),
    ].join(' '),
    data: { forkHeight: first, branches: describeBranches(tree, shown) },
    openAfter: Math.min(...apart.map(secondsBefore)),
  };
}

function secondsBefore(branch: Branch): number {
  if (isProven(branch)) return provenSeconds;
  const missed = isSilent(branch) ? (branch.parent?.tip.height ?? 0) - branch.tip.height : stuckBlocks;
  if (missed < stuckBlocks) return fewMissedSeconds;
  // Of a branch that only daemons report, they may be downloading the blocks.
  return branch.isSure && branch.nodes.length > 0 ? sureSeconds : presumedSeconds;
}

function sideText(branch: Branch): string {
  const { nodes, parent } = branch;
  const who =
    nodes.length === 0 ? 'no node of yours' : nodes.length <= maxNamed ? names(nodes) : counted(nodes.length, 'node');
  const stand = nodes.length === 1 || nodes.length === 0 ? 'is' : 'are';
  const blocks = parent === null ? null : ownBlocks(branch);
  const since = blocks === null ? '' : `, ${counted(blocks, 'block')} past the fork`;
  return `${who} ${stand} at block ${branch.tip.height} (${shortHash(branch.tip)})${since}`;
}

/** The end of a hash: those of mainnet begin with zeros. `data` has the whole one. */
const shortHash = ({ hash }: { hash: string }): string => `…${hash.slice(-8)}`;

const names = (nodes: readonly ChainNode[]): string => nodes.map(({ name }) => name).join(', ');

const reasonOf = ({ node, status }: Rejection): string =>
  `${node.name} ${statusText[status]}${[...warningsOf(node)].map((text) => ` and warns “${text}”`).join('')}.`;

const warningsOf = ({ warnings }: ChainNode): string[] =>
  warnings.filter((text) => /chain|fork|rule|invalid/i.test(text)).map((text) => printable(text).slice(0, 200));

const statusText: Readonly<Record<Rejection['status'], string>> = {
  active: 'follows the other branch',
  invalid: 'rejects the other branch as invalid',
  headers_only: 'has only the headers of the other branch',
  valid_headers: 'has not validated the other branch',
  valid_fork: 'has validated the other branch',
  unreported: 'knows no header of the other branch although it had peers, so it or its peers may reject that branch',
};

/** Says what decides which branch leads, where that is not plain from their heights. */
function workText({ parent, tip }: Branch, { measure: { by, unknown } }: ChainTree): string[] {
  if (parent === null) return [];
  if (by === 'height')
    return [
      `The branches are compared by height, because the work of ${unknown.length <= maxNamed ? names(unknown) : counted(unknown.length, 'node')} is unknown.`,
    ];
  const [own, leading] = [tip.work, parent.tip.work];
  if (own == null || leading == null) return [];
  if (own === leading) return tip.height === parent.tip.height ? [] : ['Both branches have the same work.'];
  const [less, more] = own < leading ? [tip, parent.tip] : [parent.tip, tip];
  return less.height < more.height
    ? []
    : [`The chain up to block ${less.height} (${shortHash(less)}) has less work than that up to block ${more.height}.`];
}

/** Consumers of the nodes off the leading branch read another history than the rest. Nodes in use come first. */
function atRisk(apart: readonly Branch[]): string[] {
  const nodes = apart.flatMap((branch) => branch.nodes);
  if (nodes.length === 0) return [];
  const shown = nodes.toSorted((a, b) => Number(b.hasRpcClients) - Number(a.hasRpcClients)).slice(0, 2 * maxNamed);
  const described = shown.map(({ name, endpoint, hasRpcClients }) => {
    const facts = [...(endpoint === null ? [] : [endpoint]), ...(hasRpcClients ? ['in use by RPC clients'] : [])];
    return facts.length === 0 ? name : `${name} (${facts.join(', ')})`;
  });
  return [`At risk are consumers of ${counted(nodes.length, 'node')}: ${described.join(', ')}.`];
}

/** These branches of a tree as the API shows them: the leading one first. */
const describeBranches = (tree: ChainTree, branches: readonly Branch[]): ChainBranch[] =>
  branches.map((branch) => {
    const { parent, nodes, tip, rejections, evidence } = branch;
    const fork = forkHeight(branch);
    return {
      parent: parent === null ? null : branches.indexOf(parent),
      forkHeight: fork,
      forkHash: fork === null ? null : (parent?.evidence.get(fork)?.hash ?? null),
      firstHash: fork === null || nodes.length === 0 ? null : (evidence.get(fork + 1)?.hash ?? null),
      otherHash: fork === null ? null : (parent?.evidence.get(fork + 1)?.hash ?? null),
      height: tip.height,
      hash: tip.hash,
      chainWork: tip.work ?? null,
      blocks: ownBlocks(branch),
      reasons: [...new Set([...rejections.map(reasonOf), ...workText(branch, tree), ...deploymentsText(branch)])].slice(
        0,
        maxNamed,
      ),
      nodeCount: nodes.length,
      nodes: nodes.slice(0, maxShown).map((node) => ({
        id: node.id,
        name: node.name,
        client: node.client,
        clientVersion: node.clientVersion,
        height: node.tip.height,
        isAnswering: node.isLive,
        isSyncing: node.catchesUp,
      })),
    };
  });

/** Consensus deployments whose state differs from that of the parent branch. */
function deploymentsText({ nodes, parent }: Branch): string[] {
  const of = (side: readonly ChainNode[]) => side.find(({ reading }) => reading?.deployments != null);
  const [own, other] = [of(nodes), of(parent?.nodes ?? [])];
  const [a, b] = [own?.reading?.deployments ?? null, other?.reading?.deployments ?? null];
  if (own === undefined || other === undefined || a === null || b === null) return [];
  const differing = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]);
  return differing.map(
    (name) => `${name} is ${a[name] ?? 'unknown'} on ${own.name} and ${b[name] ?? 'unknown'} on ${other.name}.`,
  );
}
