import type { NotificationNodeOverrideInput, NotificationSettingsInput } from '../../../contract/types.generated.ts';
import type { Issue } from '../../platform/input/errors.ts';
import { nodeThresholdBounds, thresholdBounds } from '../../tables/notifications.ts';
import type { AddressPolicy } from '../webhooks/address-policy.ts';
import { receiverUrlFault } from '../webhooks/receiver-url.ts';

const maxOverrides = 500;

type Bounds = Readonly<Record<string, { min: number; max: number }>>;

/** Returns everything that is wrong with new settings. Pure. */
export function settingsIssues(input: NotificationSettingsInput, policy: AddressPolicy): Issue[] {
  const { webhookUrl, thresholds, nodeOverrides } = input;
  const fault = webhookUrl ? receiverUrlFault(webhookUrl, policy) : null;
  return [
    ...(fault === null ? [] : [{ path: ['input', 'webhookUrl'], message: fault }]),
    ...thresholdIssues(thresholds ?? {}, thresholdBounds, ['input', 'thresholds']),
    ...overrideIssues(nodeOverrides ?? []),
  ];
}

function overrideIssues(overrides: readonly NotificationNodeOverrideInput[]): Issue[] {
  const path = ['input', 'nodeOverrides'];
  if (overrides.length > maxOverrides) return [{ path, message: `may name at most ${maxOverrides} nodes at once` }];
  const ids = overrides.map(({ nodeId }) => nodeId);
  return overrides.flatMap(({ nodeId, muted, mutedUntil, thresholds }, index) => [
    ...(ids.indexOf(nodeId) < index ? [{ path: [...path, index, 'nodeId'], message: 'is named twice' }] : []),
    ...(mutedUntil && !muted ? [{ path: [...path, index, 'mutedUntil'], message: 'needs muted to be true' }] : []),
    ...thresholdIssues(thresholds ?? {}, nodeThresholdBounds, [...path, index, 'thresholds']),
  ]);
}

const thresholdIssues = (values: object, bounds: Bounds, path: readonly (string | number)[]): Issue[] =>
  Object.entries(values).flatMap(([name, value]: [string, number | null]) => {
    const { min, max } = bounds[name] ?? { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
    return value === null || (value >= min && value <= max)
      ? []
      : [{ path: [...path, name], message: `must be from ${min} to ${max}` }];
  });
