import { Api, type ApiOptions } from '../api.ts';
import { readContexts } from '../contexts/contexts.ts';
import type { Candidate } from './candidates.ts';

/** A list by the word of an argument that names one of its objects. The first text of an object is the name, the others describe it. */
export const queries: Readonly<Record<string, string>> = {
  channel: 'notificationChannels { name kind target }',
  consumer: 'consumers(take: 500) { id name }',
  delivery: 'webhookDeliveries { id type status }',
  endpoint: 'endpoints { name network }',
  host: 'executors(take: 500) { name status }',
  incident: 'notificationIncidents(status: open, filter: { take: 100 }) { nodes { id code subjectName } }',
  invitation: 'invitations(take: 500) { email role }',
  key: 'apiKeys(take: 500) { id name }',
  member: 'members(take: 500) { person { email name } }',
  network: 'networks { name }',
  node: 'nodes(take: 500) { name network }',
  'node-rollout': 'nodeRollouts(take: 100) { id summary }',
  organization: 'viewer { organizations { organization { name } } }',
  release: 'executorReleases(take: 500) { version channel }',
  rollout: 'upgradeRollouts(take: 100) { id targetVersion }',
  session: 'sessions { id userAgent }',
  'sign-in': 'singleSignOnAttempts { id refusal }',
  token: 'enrolmentTokens(take: 100) { id executorName status }',
};

/** A shell prompt waits for the names. */
const timeoutSeconds = 2;

/** Returns the names of the objects that an argument such as `nodes` can name. Throws CommandError. */
export async function liveNames(argument: string, access: ApiOptions): Promise<Candidate[]> {
  const noun = argument.replace(/ies$/, 'y').replace(/s$/, '');
  if (noun === 'context')
    return Object.entries(readContexts(process.env).contexts).map(([word, { url }]) => ({ word, description: url }));
  const query = queries[noun];
  if (query === undefined) return [];
  // Commander reads the variable only for the command itself.
  const url = process.env['SATRAP_URL'];
  const api = new Api({ ...(url ? { url } : {}), ...access, timeoutSeconds });
  return objectsIn(await api.send(`{ ${query} }`, {})).map((object) => {
    const [word = '', ...rest] = textsIn(object);
    return { word, description: rest.join(', ') };
  });
}

/** Returns the objects of the first list. */
function objectsIn(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  const [first] = data instanceof Object ? Object.values(data) : [];
  return first === undefined || first === null ? [] : objectsIn(first);
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return value instanceof Object ? Object.values(value).flatMap(textsIn) : [];
};
