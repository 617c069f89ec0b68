import type { Command } from 'commander';
import { maxPageSize } from '../../../contract/limits.ts';
import {
  GetRolloutDocument,
  type GetRolloutQuery,
  ListRolloutsDocument,
  type RolloutRowFragment,
} from '../../../contract/operations.generated.ts';
import { type Api, defineApiCommand } from '../../api.ts';
import { CommandError } from '../../command-error.ts';
import { describeArguments } from '../../define-command.ts';
import { lastOption } from '../../options.ts';
import { age, print, tableLines } from '../../output.ts';
import { notFound, printList } from '../../personal-key.ts';

type Rollout = NonNullable<GetRolloutQuery['upgradeRollout']>;
type MemberRow = Rollout['members'][number];

const noRollouts = 'no rollouts yet; start one with: satrap hosts rollout start';

/** `satrap hosts rollout list` and `show` */
export function register(rollout: Command): void {
  const last = lastOption('rollouts', 20);
  defineApiCommand(rollout, 'list', 'list rollouts, newest first', [last], async (api, options) => {
    const { upgradeRollouts } = await api.call(ListRolloutsDocument, { take: options.last });
    await printList(api, upgradeRollouts, options, noRollouts, rolloutTable);
  });
  const show = defineApiCommand(
    rollout,
    'show [rollout]',
    'show a rollout and its hosts',
    [],
    async (api, options, id) => {
      const shown = await wholeRollout(api, id ?? (await newestRolloutId(api)));
      print(shown, options, () => rolloutLines(shown));
    },
  );
  describeArguments(show, { rollout: 'rollout id (default: the newest)' });
}

/** Throws CommandError without rollouts. */
async function newestRolloutId(api: Api): Promise<string> {
  const { upgradeRollouts } = await api.call(ListRolloutsDocument, { take: 1 });
  return upgradeRollouts[0]?.id ?? notFound(api, noRollouts);
}

/** Fetches a rollout with all its members. Throws CommandError if not found. */
async function wholeRollout(api: Api, id: string): Promise<Rollout> {
  const members: MemberRow[] = [];
  for (;;) {
    const { upgradeRollout } = await api.call(GetRolloutDocument, { id, skip: members.length });
    if (upgradeRollout === null) throw new CommandError(`no rollout ${id}; see: satrap hosts rollout list`);
    members.push(...upgradeRollout.members);
    if (upgradeRollout.members.length < maxPageSize) return { ...upgradeRollout, members };
  }
}

const columns = ['id', 'version', 'state', 'age', 'by', 'upgraded', 'in progress', 'failed', 'waiting', 'skipped'];

const rolloutTable = (rollouts: readonly RolloutRowFragment[]): string[] =>
  tableLines(
    columns,
    rollouts.map(({ id, targetVersion, state, requestedAt, requestedBy, counts }) => [
      ...[id, targetVersion, state, age(requestedAt), requestedBy, `${counts.upgraded}/${counts.total}`],
      ...[counts.underWay, counts.failed, counts.waiting, counts.skipped].map(String),
    ]),
  );

/** Formats a rollout and its members. */
const rolloutLines = (rollout: Rollout): string[] => [
  ...rolloutTable([rollout]),
  ...(rollout.reason === null ? [] : [`stopped: ${rollout.reason}`]),
  '',
  ...tableLines(
    ['group', 'host', 'state', 'reason'],
    rollout.members.map((member) => [
      String(member.group),
      member.executorName,
      stateText(member),
      member.reason ?? (member.state === 'under_way' ? member.upgrade?.reason : null) ?? '',
    ]),
  ),
];

/** A member's progress, as reported by its agent. */
function stateText({ state, upgrade }: MemberRow): string {
  if (state !== 'under_way' || upgrade === null) return state;
  return upgrade.progress === null ? upgrade.state : `${upgrade.state} ${upgrade.progress} %`;
}
