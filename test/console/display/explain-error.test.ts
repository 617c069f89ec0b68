import { describe, expect, test } from 'vitest';
import { SatrapError } from '../../../src/client/error.ts';
import { explainError, issueText } from '../../../src/console/display/explain-error.ts';

describe('what is wrong with a form', () => {
  test.each([
    [['input', 'email'], 'must be an e-mail address', 'Email must be an e-mail address'],
    [['input', 'executorName'], 'must have 1 to 63 characters', 'Host name must have 1 to 63 characters'],
    [['input', 'webhookUrl'], 'must begin with https://', 'Webhook URL must begin with https://'],
    [['data', 'labels', 0, 'key'], 'is given twice', 'Labels 1 key is given twice'],
    [['data', 'resources', 'diskGiB'], 'must be 1 or more', 'Resources disk must be 1 or more'],
    [['resources'], 'no executor can take the node', 'no executor can take the node'],
    [[], 'must not be empty', 'must not be empty'],
  ])('is said with the name of its field in words: %j %s', (path, message, text) => {
    expect(issueText({ path, message })).toBe(text);
  });

  test('is said once for each of its faults, without the paths of the API', () => {
    const issues = [
      { path: ['data', 'labels', 0, 'key'], message: 'must be short' },
      { path: ['data', 'labels', 0, 'value'], message: 'must be shorter' },
    ];
    const message = 'data.labels.0.key: must be short; data.labels.0.value: must be shorter';
    expect(explainError(new SatrapError(message, { code: 'invalid_input', status: 200, issues }))).toEqual({
      title: 'Invalid input',
      advice: 'Labels 1 key must be short. Labels 1 value must be shorter.',
    });
  });
});

test.each([
  ['it has no disk', 'It has no disk.'],
  ['a@example.com is a member already', 'a@example.com is a member already.'],
  ['host-1 still has nodes', 'host-1 still has nodes.'],
])('a refusal begins with a capital letter, but for a name: %s', (message, advice) => {
  expect(explainError(new SatrapError(message, { code: 'conflict' as never, status: 200 })).advice).toBe(advice);
});
