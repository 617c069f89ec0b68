import { unlikelyGapSeconds } from '../../../../bitcoin/network.ts';
import { networkName, shownNetworkName } from '../../../../bitcoin/network-name.ts';
import { isAnswering } from '../../../../contract/phases.ts';
import { counted } from '../../../../text/counted.ts';
import { type KeyText, keyOf } from '../../../platform/database/tenant-keys.ts';
import type { Policies } from '../../notifications/settings.ts';
import { chainKeyOf, isFresh } from './compare-chains.ts';
import type { NodeFacts, SampleFacts, Subject, SubjectJudgements } from './facts.ts';

// A gap between blocks is a fact about the network: where several nodes with peers stand on the newest block, one incident of
// the network is enough. A node that is alone there has its own.

/** The nodes on one block, and how long they have seen no other, in whole seconds. */
interface Tip {
  nodes: NodeFacts[];
  sample: SampleFacts;
  seconds: number;
}

/** Judges the gap of each network. Also returns the nodes whose gap is that of their network, and when gaps become unlikely. */
export function judgeGaps(nodes: readonly NodeFacts[], now: Date, thresholdsFor: Policies['thresholdsFor']) {
  const ofGaps: SubjectJudgements[] = [];
  const sharing = new Set<KeyText>();
  /** In milliseconds since the Unix epoch, by `chainKeyOf`. */
  const unlikelyFrom = new Map<string, number>();
  for (const [key, ofChain] of Map.groupBy(nodes, chainKeyOf)) {
    const [first] = ofChain;
    if (first === undefined) continue;
    const { organizationId, network } = first;
    const { tipProbability } = thresholdsFor(organizationId);
    const limit = unlikelyGapSeconds(network, tipProbability);
    if (limit === undefined) continue;
    const name = networkName(first);
    const subject: Subject = { type: 'network', id: name, organizationId, name, executorId: null };
    const tip = newestTip(ofChain, now);
    if (tip === null || tip.nodes.length < 2) {
      // An offline host does not end a gap.
      const isUnsure = ofChain.some((node) => node.desiredState === 'running' && !answersNow(node, now));
      ofGaps.push({ subject, judgements: { tip_stale: isUnsure ? 'unknown' : null } });
      continue;
    }
    for (const node of tip.nodes) sharing.add(keyOf(node));
    const isUnlikely = tip.seconds >= limit;
    if (!isUnlikely) unlikelyFrom.set(key, tip.sample.at.getTime() + (limit - tip.seconds) * 1000);
    const { height, bestBlockHash } = tip.sample;
    const message = `${shownNetworkName(name)}: your ${counted(tip.nodes.length, 'node')} at block ${height} have seen no newer block for ${minutes(tip.seconds)}; the probability of such a gap is below ${tipProbability}.`;
    ofGaps.push({
      subject,
      judgements: { tip_stale: isUnlikely ? { message, data: { height, bestBlockHash } } : null },
    });
  }
  return { ofGaps, sharing, unlikelyFrom };
}

/** Returns the block that was seen last by the nodes of a chain that have peers; null without one. */
function newestTip(nodes: readonly NodeFacts[], now: Date): Tip | null {
  const tips = new Map<string, Tip>();
  for (const node of nodes) {
    const { sample, watch } = node;
    const { peers = 0, catchesUp = true } = sample ?? {};
    if (sample === null || watch === null || !answersNow(node, now) || peers === 0 || catchesUp) continue;
    const seconds = secondsSince(watch.tipSince, sample, now);
    const tip = tips.getOrInsertComputed(sample.bestBlockHash, () => ({ nodes: [], sample, seconds }));
    tip.nodes.push(node);
    // Others may have started, or joined this block, later.
    if (seconds > tip.seconds) Object.assign(tip, { sample, seconds });
  }
  return [...tips.values()].toSorted((a, b) => a.seconds - b.seconds)[0] ?? null;
}

const answersNow = ({ desiredState, executorOnline, phase, sample }: NodeFacts, now: Date): boolean =>
  desiredState === 'running' && executorOnline && sample !== null && isFresh(sample, now) && isAnswering(phase);

/** Whole seconds up to the sample, at most the daemon's uptime, because it saw nothing before that. */
export const secondsSince = (since: number, { at, uptimeSeconds }: SampleFacts, now: Date): number =>
  Math.floor(Math.min((Math.min(at.getTime(), now.getTime()) - since) / 1000, uptimeSeconds));

export const minutes = (seconds: number): string => counted(Math.floor(seconds / 60), 'minute');
