import { type RolloutExecutor, upgradeLook } from './shown-upgrade.ts';

/** What a person asked for: many executors, group after group. */
export interface RolloutPlan {
  targetVersion: string;
  groups: readonly (readonly string[])[];
  /** The last upgrade of each executor before, which is none of this plan. */
  formerUpgrades: Readonly<Record<string, string | undefined>>;
}

/** What came of asking for an upgrade: null for an executor that took it, or why it did not. */
export type Asked = Readonly<Record<string, string | null>>;

/** How far one executor is. */
export interface MemberProgress {
  id: string;
  name: string;
  stage: 'waiting' | 'under way' | 'done' | 'failed';
  word: string;
  tone: 'good' | 'busy' | 'warning' | 'bad' | 'idle';
  /** In percent, of the present step. */
  progress: number | null;
  reason: string | null;
}

/** What comes next: ask these, wait, or it is over. */
export type RolloutStep = { kind: 'ask'; ids: readonly string[] } | { kind: 'wait' | 'stopped' | 'finished' };

/** Divides executors into groups of a size. Pure. */
export const groupsOf = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_none, index) => ids.slice(index * size, (index + 1) * size));

/** Returns the plan for some executors as they are now. Pure. */
export const planRollout = (
  executors: readonly RolloutExecutor[],
  { targetVersion, groupSize }: { targetVersion: string; groupSize: number },
): RolloutPlan => ({
  targetVersion,
  groups: groupsOf(
    executors.map(({ id }) => id),
    groupSize,
  ),
  formerUpgrades: Object.fromEntries(executors.map(({ id, upgrades }) => [id, upgrades[0]?.id])),
});

/** Returns how far each group of a plan is. Pure. */
export function progressOf(
  plan: RolloutPlan,
  executors: readonly RolloutExecutor[],
  asked: Asked,
): readonly (readonly MemberProgress[])[] {
  const byId = new Map(executors.map((executor) => [executor.id, executor]));
  return plan.groups.map((ids) => ids.map((id) => memberProgress(id, byId.get(id), plan, asked[id])));
}

function memberProgress(
  id: string,
  executor: RolloutExecutor | undefined,
  { targetVersion, formerUpgrades }: RolloutPlan,
  answer: string | null | undefined,
): MemberProgress {
  const member = { id, name: executor?.name ?? id, progress: null, reason: null };
  if (executor === undefined)
    return { ...member, stage: 'failed', word: 'gone', tone: 'bad', reason: 'It is not in the inventory any more.' };
  if (typeof answer === 'string') return { ...member, stage: 'failed', word: 'refused', tone: 'bad', reason: answer };
  const upgrade = executor.upgrades[0];
  const isOurs = upgrade !== undefined && upgrade.id !== formerUpgrades[id] && upgrade.targetVersion === targetVersion;
  if (isOurs && upgrade.endedAt == null)
    return { ...member, ...upgradeLook(upgrade.state), stage: 'under way', ...said(upgrade) };
  if (executor.version === targetVersion || (isOurs && upgrade.state === 'committed'))
    return { ...member, stage: 'done', word: 'upgraded', tone: 'good' };
  if (isOurs) return { ...member, ...upgradeLook(upgrade.state), stage: 'failed', ...said(upgrade) };
  if (answer === null) return { ...member, stage: 'under way', word: 'asked for', tone: 'busy' };
  return { ...member, stage: 'waiting', word: 'waits', tone: 'idle' };
}

const said = ({ progress, reason }: { progress: number | null; reason: string | null }) => ({ progress, reason });

/** Returns what comes next: the groups one after the other, and none after a failure. Pure. */
export function nextStep(groups: readonly (readonly MemberProgress[])[]): RolloutStep {
  for (const group of groups) {
    const isAt = (stage: MemberProgress['stage']) => group.some((member) => member.stage === stage);
    if (isAt('failed')) return { kind: isAt('under way') ? 'wait' : 'stopped' };
    if (isAt('under way')) return { kind: 'wait' };
    if (isAt('waiting'))
      return { kind: 'ask', ids: group.filter(({ stage }) => stage === 'waiting').map(({ id }) => id) };
  }
  return { kind: 'finished' };
}
