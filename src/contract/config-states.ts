import type { ConfigState } from './types.generated.ts';

export const configStates: Readonly<Record<ConfigState, string>> = {
  running: 'The daemon runs with these settings.',
  differs: 'The daemon runs with other settings: a change is pending or was reverted, or the host applies its own.',
  unknown: 'Not confirmed: the daemon is down, or its host is offline or does not report its settings.',
};
