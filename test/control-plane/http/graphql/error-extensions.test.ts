import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { audiences } from '../../../../src/contract/audience.ts';
import {
  domainError,
  foreignOrigin,
  invalidInput,
  otherAgentsFirst,
  tooManyRequests,
  unavailable,
  unknownId,
} from '../../../../src/control-plane/platform/input/errors.ts';
import { undescribed } from '../../../harness/error-extensions.ts';

const issues = [{ path: ['data', 'overrides', 0], message: 'is not possible', code: 'invalid_node_config' } as const];
const sent = {
  'a refusal': domainError('name_taken', 'taken', { existingId: 'x', issues, hint: 'Rename it.', link: '/nodes/x' }),
  'a conflict': domainError('revision_conflict', 'changed', { currentRevision: 7, current: { name: 'one' } }),
  'input errors': invalidInput(issues, { cost: 70_000, limit: 60_000 }),
  'a wait': tooManyRequests(5),
  'a busy replica': otherAgentsFirst(5),
  'a lost database': unavailable('away', 5),
  'a foreign page': foreignOrigin(),
  'an unknown id': unknownId('host', ['data', 'executorId']),
};

test.each(Object.entries(sent))('the schema describes what %s carries', (_what, { extensions }) => {
  // The server sends it as status and headers of the response.
  const { http: _http, ...carried } = extensions;
  expect(undescribed(carried)).toEqual([]);
});

const least = { code: 'Forbidden', retryable: false, link: '/docs/errors.html#forbidden' };
test.each<[object, string]>([
  [{ ...least, secret: 1 }, 'extensions.secret is not described'],
  [{ ...least, link: undefined }, 'extensions.link is missing'],
  [{ ...least, code: 'forbidden' }, 'extensions.code is no UserErrorCode: "forbidden"'],
  [{ ...least, retryAfterSeconds: 0.5 }, 'extensions.retryAfterSeconds is no Int: 0.5'],
  [{ ...least, issues: [{ path: [0], message: '' }] }, 'extensions.issues.0.path.0 is no String: 0'],
])('finds that %j is not as described', (extensions, fault) => {
  expect(undescribed(extensions)).toEqual([fault]);
});

test.each(audiences)('the schema for %s has ErrorExtensions', (audience) => {
  const text = readFileSync(join(import.meta.dirname, `../../../../schema/audiences/${audience}.graphql`), 'utf8');
  expect(buildSchema(text).getType('ErrorExtensions')).toBeDefined();
});
