import type { Client } from '../../../bitcoin/clients/registry.ts';
import { compareVersions } from '../../../bitcoin/clients/versions.ts';
import { windowsText } from '../../../contract/maintenance-text.ts';
import type { MaintenanceSchedule } from '../../../contract/types.generated.ts';
import { actionWords } from '../node/lifecycle-actions.ts';
import { changesText } from '../rollouts/rollout-state.ts';
import type { ChangeChosenNodesMutation, NodeListQuery } from './operations.generated.ts';

export type NodeRow = NonNullable<NodeListQuery['nodesConnection']>['nodes'][number];

export const bulkActs = ['start', 'restart', 'stop', 'version', 'settings', 'label', 'mute', 'delete'] as const;
export type BulkAct = (typeof bulkActs)[number];

const bulkWords = {
  ...actionWords,
  version: { verb: 'Change version', skipped: 'Already on this version.' },
  settings: { verb: 'Change settings', skipped: 'Already has these settings.' },
  label: { verb: 'Label', skipped: 'Already labelled this way.' },
  mute: { verb: 'Mute', skipped: 'Already muted.' },
  delete: { verb: 'Delete', skipped: 'Being deleted.' },
};

export const verbOf = (act: BulkAct): string => bulkWords[act].verb;

export interface BulkResult {
  id: string;
  name: string;
  outcome: 'pending' | 'requested' | 'skipped' | 'failed';
  /** Why the node was skipped or failed, what the request waits for, or the planned change. */
  reason: string | null;
}

type Changed = NonNullable<ChangeChosenNodesMutation['changeNodes']>['results'][number];
type Preview = Pick<Changed, 'id' | 'outcome' | 'issues'> & { changes: Parameters<typeof changesText>[0] };

const issueText = ({ issues }: Pick<Changed, 'issues'>): string => issues.map(({ message }) => message).join('; ');

/** Returns the planned result of each node with what would change, from the control plane's preview. */
export function plannedResults(
  nodes: readonly Pick<NodeRow, 'id' | 'name' | 'desiredState'>[],
  act: BulkAct,
  previews: readonly Preview[],
): BulkResult[] {
  const found = new Map(previews.map((preview) => [preview.id, preview]));
  const skip = ({ id, desiredState }: (typeof nodes)[number]): string | null => {
    const preview = found.get(id);
    if (preview === undefined) return 'Node not found.';
    if (preview.outcome === 'refused') return issueText(preview);
    // A stopped node would be started.
    if (act === 'restart' && desiredState === 'stopped') return actionWords.restart.skipped;
    if (preview.outcome === 'changed') return null;
    return bulkWords[act].skipped;
  };
  return nodes.map((node) => {
    const reason = skip(node);
    const { id, name } = node;
    const change = changesText(found.get(id)?.changes ?? []) || null;
    return { id, name, outcome: reason === null ? 'pending' : 'skipped', reason: reason ?? change };
  });
}

/** Returns the results of the requested change beside the planned ones. */
export function requestedResults(planned: readonly BulkResult[], changed: readonly Changed[]): BulkResult[] {
  const found = new Map(changed.map((each) => [each.id, each]));
  return planned.map((each) => {
    const result = found.get(each.id);
    if (result === undefined) return each;
    return result.outcome === 'refused'
      ? { ...each, outcome: 'failed', reason: issueText(result) }
      : { ...each, outcome: 'requested', reason: reasonOf(result) };
  });
}

const reasonOf = ({ outcome, node }: Changed): string | null =>
  outcome === 'in_rollout' ? 'Changed at its turn.' : (node?.waitsFor ?? null);

/** How many running nodes a change may take down at the same time. */
export type Pace = 'one' | 'three' | 'all';

interface PaceVariables {
  parallel: number | null;
  atOnce: boolean;
  policy: { outsideWindows: true } | null;
}

export const paceVariables = (pace: Pace, outsideWindows: boolean): PaceVariables => ({
  parallel: pace === 'three' ? 3 : null,
  atOnce: pace === 'all',
  policy: outsideWindows && pace !== 'all' ? { outsideWindows: true } : null,
});

type Schedules = readonly Pick<MaintenanceSchedule, 'label' | 'windows'>[];

/** Lists the maintenance windows, each with the nodes that keep to it. */
export const windowTexts = (schedules: Schedules): string[] =>
  schedules.map(({ label, windows }) => {
    const isOnly = schedules.length === 1;
    const nodes = label == null ? (isOnly ? 'All nodes' : 'Other nodes') : `Nodes with ${label.key}=${label.value}`;
    return `${nodes}: ${windowsText(windows)}`;
  });

/** The choices for a change that restarts so many running nodes, each with its consequence. */
export const paceChoices = (restarts: number): { value: Pace; label: string }[] => [
  { value: 'one', label: 'One at a time: the others keep answering' },
  { value: 'three', label: 'Three at a time: up to three are down at once' },
  { value: 'all', label: `All at the same time: none of the ${restarts} answers meanwhile` },
];

interface Offered {
  client: Client;
  version: string;
  lifecycle: { summary: string; warning: string | null };
}

/** The versions that each host supports, by its id. */
export type Offers = ReadonlyMap<string, readonly Offered[]>;

type Candidate = Pick<NodeRow, 'client' | 'clientVersion' | 'desiredState'> & {
  executor: { id: string };
};

/** Returns the versions that at least one node can change to, latest first, with the number of nodes. */
export function versionChoices(nodes: readonly Candidate[], offers: Offers): (Offered & { count: number })[] {
  const possible = nodes.flatMap((node) =>
    node.desiredState === 'deleted'
      ? []
      : offersFor(node, offers).filter(({ version }) => version !== node.clientVersion),
  );
  return [...Map.groupBy(possible, ({ version }) => version).values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [{ ...first, count: others.length + 1 }]))
    .toSorted((a, b) => compareVersions(b.version, a.version));
}

/** A node keeps its client. */
const offersFor = ({ client, executor }: Candidate, offers: Offers): Offered[] =>
  (offers.get(executor.id) ?? []).filter((each) => each.client === client);
