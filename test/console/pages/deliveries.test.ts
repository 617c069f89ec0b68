import { describe, expect, test } from 'vitest';
import { targetText } from '../../../src/console/pages/audit/action-words.ts';
import { deliveryState } from '../../../src/console/pages/notifications/delivery-state.ts';

const attempt = { at: '2026-01-01T00:00:00Z', durationMs: 12, status: null, answer: null, error: 'refused' };

describe('deliveryState', () => {
  test.each([
    ['pending', 0, 'pending'],
    ['pending', 2, 'retrying'],
    ['delivered', 1, 'delivered'],
    ['failed', 6, 'failed'],
  ] as const)('calls one that is %s after %i attempts %s', (status, attempts, state) => {
    expect(deliveryState({ status, attempts: Array.from({ length: attempts }, () => attempt) })).toBe(state);
  });
});

describe('targetText', () => {
  test.each([
    [{ type: 'executor', id: '1', name: 'berlin-1' }, 'host berlin-1'],
    [{ type: 'node', id: '1', name: 'alpha' }, 'alpha'],
    [{ type: 'notification_settings', id: '1', name: 'notification settings' }, 'notification settings'],
  ])('names %j once', (target, text) => {
    expect(targetText(target)).toBe(text);
  });
});
