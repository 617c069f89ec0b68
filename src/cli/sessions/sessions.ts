import type { Command } from 'commander';
import type { SessionRowFragment } from '../../contract/operations.generated.ts';
import { age } from '../output.ts';
import { defineEach, defineList, type Resource } from '../resource.ts';

const sessions: Resource<SessionRowFragment> = {
  noun: 'session',
  fetch: async (api) => (await api.call('ListSessions', {})).sessions,
  namesOf: ({ id }) => [id],
  columns: {
    id: 'id',
    address: 'address',
    organization: 'organizationName',
    'last used': ({ lastUsedAt }) => `${age(lastUsedAt)} ago`,
    expires: 'expiresAt',
    'user agent': 'userAgent',
  },
};

export function register(group: Command): void {
  defineList(group, sessions, {
    description: 'list your sessions in the console, most recently used first',
    hint: 'no sessions; you are not signed in to the console',
    most: 50,
  });
  defineEach(group, 'revoke', sessions, {
    description: 'sign out of sessions in the console',
    question: 'Revoke',
    act: async (api, { id }) => ({ id: (await api.call('EndSession', { id })).endSession.sessionId }),
    done: ({ id }) => `revoked ${id}`,
  });
}
