import { hasPeers, type Network } from '../../bitcoin/network.ts';
import { healthStates } from '../../contract/health.ts';
import { isAnswering } from '../../contract/phases.ts';
import type {
  DesiredState,
  NodeHealth,
  NodeHealthLevel,
  NodeHealthState,
  NodeMetrics,
  NodePhase,
  NodeProblem,
} from '../../contract/types.generated.ts';
import { counted } from '../../text/counted.ts';

export interface HealthFacts {
  network: Network;
  desiredState: DesiredState;
  /** As the status shows it. */
  phase: NodePhase;
  /** As the API shows them, the oldest first. */
  problems: readonly Pick<NodeProblem, 'code' | 'reason'>[];
  /** Its place in an open split of its network; null on the leading branch and without a split. */
  branch: { forkHeight: number | null; isEven: boolean; incidentId: string | null } | null;
  metrics: Pick<NodeMetrics, 'height' | 'headers' | 'initialBlockDownload' | 'peersInbound' | 'peersOutbound'> | null;
  /** When the sample was stored; null without one. */
  metricsAt: Date | null;
  /** The greatest height of the organization's nodes of this network; null for a private chain. */
  networkHeight: number | null;
  now: Date;
}

/** Agents send a sample at least every half minute. */
const staleAfterMs = 5 * 60_000;
/** A new block explains this many missing blocks. */
const maxBlocksBehind = 2;

/**
 * Judges whether a node does what it is there for: the first state of `healthStates` that applies. The API, the console,
 * the command line and the counts show this one judgement, so that none of them can call a node healthy that another one
 * calls broken.
 */
export function judgeHealth(facts: HealthFacts): NodeHealth {
  const { phase, problems, branch, desiredState } = facts;
  if (phase === 'failing') return health('failing', 'Failing');
  if (phase === 'unknown') return health('unknown', 'State unknown: the host is offline');
  if (phase === 'stopped' && desiredState === 'stopped') return health('stopped', 'Stopped');
  if (!isAnswering(phase)) {
    const text = desiredState === 'deleted' ? 'Deleting' : notAnsweringText[phase];
    return health('not_answering', text ?? 'Not answering yet');
  }
  if (branch !== null)
    return {
      ...health('other_branch', branchText(branch), branch.isEven ? 'warning' : undefined),
      incidentId: branch.incidentId,
    };
  const [problem] = problems.filter(({ code }) => code !== 'other_branch');
  if (problem !== undefined) return health('problem', problem.reason);
  return judgeSample(facts);
}

/** Judges a node that answers and has no known problem by its latest sample. */
function judgeSample({ phase, network, metrics, metricsAt, networkHeight, now }: HealthFacts): NodeHealth {
  if (metrics === null || metricsAt === null)
    return phase === 'syncing' ? health('syncing', 'Syncing') : health('stale', 'Not measured yet', 'busy');
  const silentMs = now.getTime() - metricsAt.getTime();
  if (silentMs > staleAfterMs)
    return health('stale', `Last measured ${counted(Math.floor(silentMs / 60_000), 'minute')} ago`);
  const isPublic = hasPeers(network);
  // A private chain with old blocks stays in initial block download forever.
  const isDownloading = metrics.initialBlockDownload && (isPublic || metrics.height !== metrics.headers);
  if (phase === 'syncing' || isDownloading) return health('syncing', 'Syncing');
  const behind = Math.max(metrics.headers, networkHeight ?? 0) - metrics.height;
  if (behind > maxBlocksBehind) return health('behind', `${counted(behind, 'block')} behind`);
  // The agent reports a problem once this has lasted.
  if (isPublic && metrics.peersInbound + metrics.peersOutbound === 0)
    return health('in_sync', 'No peers, so no new blocks', 'warning');
  if (behind > 0) return health('in_sync', `${counted(behind, 'block')} behind`, 'busy');
  return health('in_sync', isPublic ? 'In sync with the network' : 'Up to date');
}

const notAnsweringText: Readonly<Partial<Record<NodePhase, string>>> = {
  pending: 'Waiting for its host',
  pulling: 'Pulling the image',
  starting: 'Starting',
  stopping: 'Stopping',
  stopped: 'Stopped, starting soon',
  deleting: 'Deleting',
  deleted: 'Deleted',
};

/** Says where a node stands that is off the leading branch. */
export function branchText({ forkHeight, isEven }: Omit<NonNullable<HealthFacts['branch']>, 'incidentId'>): string {
  const since = forkHeight === null ? '' : ` since block ${forkHeight + 1}`;
  return isEven ? `The network has split${since}, and neither branch leads` : `On another branch${since}`;
}

const health = (
  state: NodeHealthState,
  summary: string,
  level: NodeHealthLevel = healthStates[state].level,
): NodeHealth => ({ state, level, summary, incidentId: null });
