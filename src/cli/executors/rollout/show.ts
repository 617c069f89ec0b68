import type { Command } from 'commander';
import { maxPageSize } from '../../../contract/limits.ts';
import { GetRolloutDocument, type GetRolloutQuery } from '../../../contract/operations.generated.ts';
import { printable } from '../../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../../api.ts';
import { CommandError } from '../../command-error.ts';
import { print, tableLines } from '../../output.ts';
import { newestRolloutId } from './find-rollout.ts';
import { rolloutTable } from './list.ts';

type Rollout = NonNullable<GetRolloutQuery['upgradeRollout']>;
type MemberRow = Rollout['members'][number];

export function register(rollout: Command): void {
  apiCommand(rollout, 'show', 'show a rollout and its hosts')
    .argument('[rollout]', 'rollout id (default: the newest)')
    .action(show);
}

async function show(given: string | undefined, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const shown = await wholeRollout(api, await newestRolloutId(api, given));
  print(shown, options, () => rolloutLines(shown));
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

/** Formats a rollout and its members. */
const rolloutLines = (rollout: Rollout, now = Date.now()): string[] => [
  ...rolloutTable([rollout], now),
  ...(rollout.reason === null ? [] : [`stopped: ${printable(rollout.reason)}`]),
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
