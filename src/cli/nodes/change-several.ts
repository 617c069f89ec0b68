import type {
  NodeRolloutRowFragment,
  NodeRowFragment,
  NodesChangeRowFragment,
} from '../../contract/operations.generated.ts';
import type { NodesChangeInput, NodeWhereInput } from '../../contract/types.generated.ts';
import { counted } from '../../text/counted.ts';
import { type Api, type ApiOptions, noNode, notFound } from '../api.ts';
import { CommandError, exitCodes } from '../command-error.ts';
import { forEachName, type Outcome } from '../each-name.ts';
import { nodeFilters, nodeWhere } from '../filters.ts';
import { dryRunOption, type OptionValues, option, yesOption } from '../options.ts';
import { type Line, print, printLines, table } from '../output.ts';
import { confirm } from '../prompt.ts';
import { consequenceLines } from '../rollouts/consequence-lines.ts';
import { followHint, requireFinished, rolloutLine } from '../rollouts/follow.ts';
import { type Pace, paceOf } from '../rollouts/pace.ts';

/** For commands that take names, or a filter instead. */
export const severalOptions = [option('--all', 'all nodes'), ...nodeFilters, dryRunOption, yesOption] as const;
type SeveralOptions = ApiOptions & OptionValues<typeof severalOptions> & { wait?: boolean | undefined };

/** Returns the filter; undefined if nodes are named. Throws CommandError without either, and with both. */
export function filterOf(names: readonly string[], options: OptionValues<typeof severalOptions>) {
  const filter = nodeWhere(options) ?? (options.all ? {} : undefined);
  if ((filter === undefined) === (names.length === 0))
    throw new CommandError('name nodes, or choose them with --all or a filter such as --host', 'usage');
  return filter;
}

interface Change {
  data: NodesChangeInput;
  /** How many running nodes may be down at the same time, if the change restarts several. */
  pace?: Pace;
  /** Such as `Stop 3 nodes?`, for that number of nodes. */
  question(nodes: string): string;
  /** Ask also if nodes are named. */
  alwaysAsks?: boolean;
  /** Only these of the nodes that a filter matches. */
  only?: NodeWhereInput;
  /** Returns what to print of a changed node. */
  outcomeOf(node: NodeRowFragment): Outcome | Promise<Outcome>;
}

/** Changes nodes in one call, after a preview. A filter, whose nodes are not named, is shown and confirmed. Throws CommandError. */
export async function changeSeveral(api: Api, options: SeveralOptions, names: readonly string[], change: Change) {
  const { wait } = options;
  const { data, question, alwaysAsks = false, only, outcomeOf, pace = {} } = change;
  const requested = paceOf(pace);
  const filter = filterOf(names, options);
  const named = { in: [...names] };
  const where: NodeWhereInput =
    filter === undefined
      ? { OR: [{ id: named }, { name: named }] }
      : { AND: [filter, ...(only === undefined ? [] : [only])].filter((each) => Object.keys(each).length > 0) };
  const { previewNodesChange: preview } = await api.call('PreviewNodesChange', { data, where });
  const matching = preview?.results ?? [];
  if (filter !== undefined && matching.length === 0) return notFound(api, 'no matching nodes');
  /** One node's name may be another one's id. */
  const find = (name: string) => matching.find(({ id }) => id === name) ?? matching.find((each) => each.name === name);
  const chosen = filter === undefined ? [...new Set(names.flatMap((name) => find(name) ?? []))] : matching;
  const warning = await consequenceLines(api, preview?.restarts ?? 0, pace);
  if (options.dryRun) {
    const missing = names.find((name) => find(name) === undefined);
    return missing === undefined ? printPreview(chosen, warning, options) : noNode(api, missing);
  }
  const count = chosen.filter(({ outcome }) => outcome === 'changed').length;
  if (count > 0 && !options.yes && (filter !== undefined || alwaysAsks)) {
    if (!options.json) printLines([...previewLines(chosen), ...warning]);
    await confirm(question(counted(count, 'node')));
  }
  const results = new Map<string, NodesChangeRowFragment>();
  let started: NodeRolloutRowFragment | null = null;
  if (chosen.length > 0) {
    const which = filter === undefined ? { id: { in: chosen.map(({ id }) => id) } } : where;
    const variables = { data, where: which, expectedCount: chosen.length, ...requested };
    const { changeNodes } = await api.call('ChangeNodes', variables);
    for (const result of changeNodes.results) results.set(result.id, result);
    started = changeNodes.rollout;
    // To standard error, because the results are the output.
    if (started !== null) console.error(`${rolloutLine(started)}; ${followHint(started.id)}`);
  }
  const printed = filter === undefined ? names : chosen.map(({ name }) => name);
  const resultOf = async (name: string): Promise<Outcome> => {
    const result = results.get(find(name)?.id ?? '');
    if (result === undefined) return noNode(api, name);
    const { node, issues, outcome } = result;
    if (outcome === 'in_rollout') return { result: node, lines: [`${result.name}: changed at its turn`] };
    if (node !== null) return outcomeOf(node);
    const code = issues[0]?.code ?? null;
    throw new CommandError(`${reasonOf(result)} (${code})`, 'refused', { code, issues });
  };
  await forEachName(printed, options, resultOf, filter !== undefined || names.length > 1);
  if (started !== null && wait) await requireFinished(api, started);
}

const reasonOf = ({ issues }: NodesChangeRowFragment): string => issues.map(({ message }) => message).join('; ');

/** Exits with the code of a refusal if a change would be refused. */
function printPreview(
  results: readonly NodesChangeRowFragment[],
  warning: readonly string[],
  options: SeveralOptions,
): void {
  print(results, options, () => ['dry run', ...previewLines(results), ...warning]);
  if (results.some(({ outcome }) => outcome === 'refused')) process.exitCode = exitCodes.refused.code;
}

const previewLines = (results: readonly NodesChangeRowFragment[]): Line[] =>
  table(results, {
    node: 'name',
    host: ({ node }) => node?.executor.name ?? '-',
    phase: ({ node }) => node?.status.phase ?? '-',
    version: ({ node }) => node?.clientVersion ?? '-',
    result: 'outcome',
    ...(results.some(({ changes }) => changes.length > 0) ? { changes: changesText } : {}),
    reason: reasonOf,
  });

const changesText = ({ changes }: NodesChangeRowFragment): string => changes.map(changeText).join(', ') || '-';

const changeText = ({ field, from, to }: NodesChangeRowFragment['changes'][number]): string =>
  `${field.replace(/^overrides\./, '')} ${from ?? 'unset'} → ${to ?? 'unset'}`;
