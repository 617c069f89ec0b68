import { chainOf, networkName, shownNetworkName } from '../../bitcoin/network-name.ts';
import { localTime } from '../../contract/time-zones.ts';
import type { NodeRolloutWait } from '../../contract/types.generated.ts';
import type { Database } from '../platform/database/database.ts';
import type { NodeRolloutPolicy } from '../tables/node-rollouts.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { judgeBudget } from './judge-budget.ts';
import { judgeHeight } from './judge-height.ts';
import { type Schedule, schedulesOf } from './maintenance-schedules.ts';
import { windowState } from './maintenance-windows.ts';
import { observeBudget } from './observe-budget.ts';
import { readNetworkHeight } from './read-network-height.ts';

/** Returns the windows that a node’s rollout keeps to, with the label that chose them; none if it may be taken down at any hour. */
export function windowsOf(
  policy: NodeRolloutPolicy,
  schedules: readonly Schedule[],
  row: NodeRow,
): readonly Schedule[] {
  if (policy.outsideWindows === true) return [];
  if (policy.windows !== undefined) return [{ label: null, windows: policy.windows }];
  return schedulesOf(schedules, row.labels, row.executor.labels);
}

/** Returns why windows hold a node, and until when; null while all of them are open. */
export function judgeWindows(windows: readonly Schedule[], now: Date): string | null {
  const [first] = windows;
  if (first === undefined) return null;
  const { isOpen, until } = windowState(
    windows.map((each) => each.windows),
    now,
  );
  if (isOpen) return null;
  const labels = windows.flatMap(({ label }) => (label == null ? [] : `${label.key}=${label.value}`));
  const whose = labels.length === 0 ? '' : ` of ${labels.join(' and ')}`;
  const subject =
    windows.length === 1 ? `the maintenance window${whose} opens` : `the maintenance windows${whose} open`;
  return until === null
    ? `the maintenance windows${whose} are not open together within two weeks`
    : `${subject} ${localTime(until, first.windows.timeZone)}`;
}

/** Returns what holds the restart of a running node; null if it may be taken down now. */
export async function whyHeld(
  transaction: Database,
  policy: NodeRolloutPolicy,
  schedules: readonly Schedule[],
  row: NodeRow,
  now: Date,
): Promise<NodeRolloutWait | null> {
  const closed = judgeWindows(windowsOf(policy, schedules, row), now);
  if (closed !== null) return { code: 'window', message: closed };
  if (policy.height !== undefined) {
    const network = shownNetworkName(networkName(chainOf(row)));
    const why = judgeHeight(policy.height, network, await readNetworkHeight(transaction, row));
    if (why !== null) return { code: 'height', message: why };
  }
  if (policy.budget === undefined) return null;
  const why = judgeBudget(await observeBudget(transaction, row, policy.budget));
  return why === null ? null : { code: 'budget', message: why };
}
