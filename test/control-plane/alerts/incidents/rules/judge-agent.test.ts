import { describe, expect, test } from 'vitest';
import type { ExecutorFacts, ReleaseFacts } from '../../../../../src/control-plane/alerts/incidents/rules/facts.ts';
import { judgeAgent } from '../../../../../src/control-plane/alerts/incidents/rules/judge-executor.ts';
import { executorFacts } from '../../../../harness/facts.ts';
import { conditions, published, unknown, upgraded } from './judged.ts';

describe('the version of an agent', () => {
  const outdated = (releases: ReleaseFacts[], executor: Partial<ExecutorFacts> = {}) =>
    conditions({ releases, executors: [executorFacts(executor)] });

  test.each([
    ['a release of the last days', [published('1.1.0', 6)]],
    ['a release of another channel', [published('1.1.0', 30, { channel: 'beta' })]],
    ['a release that was withdrawn', [published('1.1.0', 30, { withdrawnReason: 'loses events' })]],
    ['an older release', [published('0.9.0', 30)]],
  ])('is not outdated by %s', (_what, releases) => {
    expect(outdated(releases)).toEqual([]);
  });

  test('is compared as semantic versions are, and not at all where it is none', () => {
    const releases = [published('1.9.0', 30), published('1.10.0', 20)];
    expect(outdated(releases, { version: '1.9.0' })).toEqual(['agent_outdated executor-1']);
    expect(outdated(releases, { version: '1.10.0' })).toEqual([]);
    expect(outdated(releases, { version: 'dev' })).toEqual([]);
  });
});

test('an upgrade that came out late, that nobody wants any more, or that was cancelled, has not failed', () => {
  expect(conditions(upgraded('timed_out', { version: '1.1.0' }))).toEqual([]);
  expect(conditions(upgraded('failed', { version: '1.2.0' }))).toEqual([]);
  expect(conditions(upgraded('cancelled'))).toEqual([]);
  const releases = [published('1.1.0', 1, { withdrawnReason: 'loses events' })];
  expect(conditions({ ...upgraded('failed'), releases })).toEqual([]);
});

test('a failed upgrade names the version that it began with, also after a rollback to another one', () => {
  const executor = upgraded('rolled_back', { version: '0.9.0' }).executors?.[0] ?? executorFacts();
  const { upgrade_failed } = judgeAgent(executor, { latest: new Map(), withdrawn: new Map() });
  expect(upgrade_failed).toMatchObject({ message: expect.stringContaining('from 1.0.0 to 1.1.0 was rolled back') });
});

test('while another upgrade is under way, nobody knows whether upgrades fail', () => {
  expect(unknown(upgraded('fetching'))).toEqual(['upgrade_failed']);
});
