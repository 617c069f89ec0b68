import type { LazyCommand } from './lazy-command.ts';

/** The commands that call the control plane's API for a person. */
export const operatorCommands: readonly LazyCommand[] = [
  {
    name: 'login',
    description: 'sign in to a control plane, for the commands that follow',
    files: () => [import('./login/login.ts')],
  },
  {
    name: 'logout',
    description: 'sign out: revoke the key that login made',
    files: () => [import('./login/logout.ts')],
  },
  {
    name: 'context',
    description: 'the control planes that you signed in to: list, show, use, remove',
    files: () => [import('./contexts/manage.ts')],
  },
  {
    name: 'nodes',
    description:
      'the Bitcoin nodes of your organization: list, show, options, create, update, start, stop, restart, move, reindex, operations, cancel, credentials, rotate-credentials, delete, logs, explain, rpc',
    files: () => [
      import('./nodes/list.ts'),
      import('./nodes/show.ts'),
      import('./nodes/options.ts'),
      import('./nodes/create.ts'),
      import('./nodes/update.ts'),
      import('./nodes/lifecycle.ts'),
      import('./nodes/move.ts'),
      import('./nodes/reindex.ts'),
      import('./nodes/operations.ts'),
      import('./nodes/credentials.ts'),
      import('./nodes/rotate-credentials.ts'),
      import('./nodes/delete.ts'),
      import('./nodes/logs.ts'),
      import('./nodes/explain.ts'),
      import('./nodes/rpc.ts'),
    ],
  },
  {
    name: 'executors',
    description:
      'the executors (hosts) of your organization: list, show, token, label, cordon, uncordon, drain, undrain, data, remove-data, upgrade, rollout, recover, delete',
    files: () => [
      import('./executors/list.ts'),
      import('./executors/show.ts'),
      import('./executors/token.ts'),
      import('./executors/label.ts'),
      import('./executors/cordon.ts'),
      import('./executors/data.ts'),
      import('./executors/upgrade.ts'),
      import('./executors/rollout/command.ts'),
      import('./executors/recover.ts'),
      import('./executors/delete.ts'),
    ],
  },
  {
    name: 'networks',
    description: 'the chains that your nodes follow, and their splits: list, show',
    files: () => [import('./networks/list.ts'), import('./networks/show.ts')],
  },
  {
    name: 'releases',
    description: 'the releases that agents can be upgraded to: list, create, withdraw, delete',
    files: () => [import('./releases/list.ts'), import('./releases/change.ts')],
  },
  {
    name: 'events',
    description: 'show what happened lately, the newest last',
    files: () => [import('./events/show.ts')],
  },
  {
    name: 'audit',
    description: 'who did what in your organization: list',
    files: () => [import('./audit/list.ts')],
  },
  {
    name: 'incidents',
    description: 'what needs attention in your organization: list, acknowledge',
    files: () => [import('./incidents/list.ts'), import('./incidents/acknowledge.ts')],
  },
  {
    name: 'set-password',
    description: 'set a password with the secret of a link',
    files: () => [import('./set-password/set-password.ts')],
  },
  {
    name: 'webhooks',
    description: 'for developers of receivers: listen',
    files: () => [import('./webhooks/listen.ts')],
  },
];
