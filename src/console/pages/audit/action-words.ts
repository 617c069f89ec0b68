import { capitalized } from '../../../text/capitalized.ts';
import { changeText, difference } from './difference.ts';

/** Words, verbs that do not get `ed`, and names that do not express what they are. */
const words: ReadonlyMap<string, string> = new Map([
  ['api', 'API'],
  ['rpc', 'RPC'],
  ['cpu', 'CPU'],
  ['executor', 'host'],
  ['leave', 'left'],
  ['set', 'set'],
  ['reset', 'reset'],
  ['update', 'changed'],
  ['cancel', 'cancelled'],
  ['enrol', 'enrolled'],
  ['createNode', 'deployed node'],
  ['openAgentRequest log', 'viewed logs'],
  ['openAgentRequest follow_log', 'viewed logs'],
  ['openAgentRequest rpc', 'called RPC'],
  ['applyGroupRole', 'applied group role'],
  ['createExecutorRelease', 'published release'],
  ['updateExecutorRelease', 'changed release'],
  ['deleteExecutorRelease', 'deleted release'],
  ['completeSingleSignOn', 'signed in with single sign-on'],
  ['backup', 'created backup'],
  ['restore', 'restored backup'],
  ['init', 'set up control plane'],
  ['clientVersion', 'version'],
  ['memoryMiB', 'memory (MiB)'],
  ['diskGiB', 'disk (GiB)'],
]);

const split = (name: string): string[] =>
  name
    .replace(/^admin(?=[A-Z])/, '')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(' ');

const spelled = (name: readonly string[]): string => name.map((word) => words.get(word) ?? word).join(' ');

/** Such as `version` of `clientVersion`. */
export const fieldWords = (field: string): string => words.get(field) ?? spelled(split(field));

interface Action {
  action: string;
  before: unknown;
  after: unknown;
}

/** Such as `rotated RPC credentials` of `rotateRpcCredentials`. */
function phraseOf({ action, after }: Action): string {
  if (action === 'requestNodeLifecycleAction') return lifecycle(after);
  // Of a consumer, with the method.
  if (action.startsWith('endpointCall ')) return `called ${action.slice('endpointCall '.length)}`;
  const [verb = '', ...rest] = split(action);
  return words.get(action) ?? spelled([words.has(verb) ? verb : verb.replace(/e?$/, 'ed'), ...rest]);
}

export const actionWords = (action: Action): string => capitalized(phraseOf(action));

/** Such as `host berlin-1`. Names of people and nodes need no noun, nor does a name that is one. */
export function targetText({ type, id, name }: { type: string; id: string; name: string | null }): string {
  const noun = spelled(type.split('_'));
  const shown = name ?? id;
  const isNamedAlone = ['node', 'user', 'person'].includes(type) || shown.toLowerCase() === noun.toLowerCase();
  return isNamedAlone ? shown : `${noun} ${shown}`;
}

function lifecycle(after: unknown): string {
  const { desiredState, restartCounter } = { ...(after as Record<string, unknown> | null) };
  const verb = desiredState === 'running' ? 'started' : desiredState === 'stopped' ? 'stopped' : 'started or stopped';
  return `${restartCounter === undefined ? verb : 'restarted'} node`;
}

const maxFields = 3;

/** Formats the first changes of an action, such as `version 28.0 → 28.1`. */
function changesText({ before, after }: Pick<Action, 'before' | 'after'>): string {
  const changes = difference(before, after);
  const shown = changes.slice(0, maxFields).map((each) => `${fieldWords(each.field)} ${changeText(each)}`);
  const more = changes.length - maxFields;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** Such as `Ada changed version 28.0 → 28.1`. */
export function actionText(action: Action & { actor: { name: string }; outcome: string }): string {
  const changes = action.action.startsWith('update') && action.before != null ? changesText(action) : '';
  const what = changes === '' ? phraseOf(action) : `changed ${changes}`;
  return `${action.actor.name} ${what}${action.outcome === 'refused' ? ' (refused)' : ''}`;
}
