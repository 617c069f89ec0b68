import { formatCount, formatNumber, type StateLook } from '../../display/format.ts';
import { fieldWords } from '../audit/action-words.ts';
import type { NodeRolloutMembersQuery, NodeRolloutProgressQuery } from './operations.generated.ts';

export type ShownRollout = NonNullable<NodeRolloutProgressQuery['nodeRollout']>;
export type ShownMember = NonNullable<NodeRolloutMembersQuery['nodeRollout']>['members'][number];

const tones: Readonly<Record<string, StateLook['tone']>> = {
  under_way: 'busy',
  running: 'busy',
  changed: 'good',
  finished: 'good',
  failed: 'bad',
  refused: 'bad',
  stopped: 'bad',
  paused: 'warning',
};

/** Returns the word and tone of the state of a rollout or a member; an unknown state shows its name. */
export const stateLook = (state: string): StateLook => ({
  word: state === 'under_way' ? 'in progress' : state.replace('_', ' '),
  tone: tones[state] ?? 'idle',
});

/** Says where a rollout stands, and why it waits. */
export function rolloutSentence({ state, reason, counts, waitsFor }: ShownRollout): string {
  const { waiting, underWay, skipped } = counts;
  const [first] = waitsFor;
  const waits = first?.wait ? `Waiting for ${first.nodeName}: ${first.wait.message}. ` : '';
  switch (state) {
    case 'running':
      return `${waits}${formatCount(waiting, 'node')} not started. You can close this page.`;
    case 'paused':
      return `${waits}Paused with ${formatCount(waiting, 'node')} not started.`;
    case 'stopped':
      return `${reason ?? ''} ${formatCount(waiting, 'node')} not started. Fix the node and resume, or skip it.`.trim();
    case 'finished':
      return skipped === 0 ? 'All nodes changed.' : `${formatNumber(skipped)} skipped.`;
    default:
      return underWay === 0 ? 'No further node is changed.' : `${waits}No further node is changed.`;
  }
}

export const changeText = ({ isRestart, changes }: ShownMember): string =>
  isRestart ? 'restart' : changesText(changes);

/** Formats the changed fields of a node, such as `version: 30.2 → 31.0, dbcache: not set → 1000`. */
export const changesText = (changes: ShownMember['changes']): string => changes.map(fieldText).join(', ');

/** Of a secret, only the name. */
const fieldText = ({ field, from, to }: ShownMember['changes'][number]): string =>
  from == null && to == null ? nameOf(field) : `${nameOf(field)}: ${from ?? 'not set'} → ${to ?? 'not set'}`;

/** Options and labels have the name that a person gave them. */
const nameOf = (field: string): string =>
  /^(?:overrides|labels)\.(.+)$/.exec(field)?.[1] ?? fieldWords(field.replace(/^resources\./, ''));

/** Whether a person can skip the member. */
export const isSkippable = (member: Pick<ShownMember, 'state'>): boolean =>
  ['waiting', 'under_way', 'failed', 'refused'].includes(member.state);
