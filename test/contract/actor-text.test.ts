import { expect, test } from 'vitest';
import { actorText } from '../../src/contract/actor-text.ts';

test.each([
  ['a person in a session', { type: 'user', apiKeyId: null }, 'Ada <ada@example.com>'],
  ['an API key of a person', { type: 'api_key', apiKeyId: 'k' }, 'Ada <ada@example.com>, by API key'],
] as const)('names %s', (_what, actor, text) => {
  expect(actorText({ name: 'Ada <ada@example.com>', ...actor })).toBe(text);
});
