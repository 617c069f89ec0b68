import type { ConfigState } from './types.generated.ts';

/** What the state of a node's configuration means, for people who see its settings. */
export const configStates: Readonly<Record<ConfigState, string>> = {
  running: 'The daemon runs with these settings.',
  differs: 'The daemon runs with other settings: a change is pending or was reverted, or the host applies its own.',
  unknown:
    'Nothing confirms that the daemon runs with these settings: it is down, or its host is offline or does not report them.',
};
