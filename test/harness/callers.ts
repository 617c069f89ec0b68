import type { ExecutorCaller, PersonalCaller } from '../../src/control-plane/request/caller.ts';

export const agent: ExecutorCaller = {
  purpose: 'executor',
  executorName: 'host',
  rotateKeyAt: null,
  credential: { type: 'api_key', id: 'key' },
  organizationId: 'organization',
  organizationName: 'Example',
};

export const owner: PersonalCaller = {
  purpose: 'personal',
  credential: { type: 'api_key', id: 'key' },
  userId: 'user',
  email: 'person@example.com',
  name: 'Person',
  isSystemAdmin: false,
  role: 'owner',
  organizationId: 'organization',
  organizationName: 'Example',
};
