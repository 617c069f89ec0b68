import type { LazyCommand } from './program.ts';

/** The commands that call the control plane's API. */
export const operatorCommands: readonly LazyCommand[] = [
  { name: 'login', description: 'sign in to a control plane', files: () => [import('./login/login.ts')] },
  {
    name: 'logout',
    description: 'sign out and revoke the key that login created',
    files: () => [import('./login/logout.ts')],
  },
  {
    name: 'context',
    description: 'manage the control planes that you are signed in to: list, show, use, remove',
    files: () => [import('./contexts/manage.ts')],
  },
  {
    name: 'nodes',
    description:
      'manage Bitcoin nodes: list, show, options, create, update, start, stop, restart, move, reindex, operations, cancel, credentials, rotate-credentials, delete, logs, explain, rpc',
    files: () => [
      import('./nodes/show.ts'),
      import('./nodes/options.ts'),
      import('./nodes/create.ts'),
      import('./nodes/update.ts'),
      import('./nodes/lifecycle.ts'),
      import('./nodes/operations.ts'),
      import('./nodes/credentials.ts'),
      import('./nodes/delete.ts'),
      import('./nodes/logs.ts'),
      import('./nodes/explain.ts'),
      import('./nodes/rpc.ts'),
    ],
  },
  {
    name: 'hosts',
    alias: 'executors',
    description:
      'manage hosts: list, show, token, label, cordon, uncordon, drain, undrain, data, remove-data, upgrade, rollout, recover, delete',
    files: () => [
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
    description: 'show networks and chain splits: list, show',
    files: () => [import('./networks/show.ts')],
  },
  {
    name: 'releases',
    description: 'manage the releases that agents upgrade to: list, create, withdraw, delete',
    files: () => [import('./releases/releases.ts')],
  },
  { name: 'events', description: 'show recent events, newest last', files: () => [import('./events/show.ts')] },
  { name: 'audit', description: 'show the audit log: list', files: () => [import('./audit/list.ts')] },
  {
    name: 'incidents',
    description: 'manage incidents: list, acknowledge',
    files: () => [import('./incidents/list.ts')],
  },
  {
    name: 'set-password',
    description: 'set a password with the secret from a password link',
    files: () => [import('./set-password/set-password.ts')],
  },
  {
    name: 'webhooks',
    description: 'develop a webhook receiver: listen',
    files: () => [import('./webhooks/listen.ts')],
  },
];
