import { complete, completion } from './completion/command.ts';
import type { LazyCommand } from './program.ts';

/** Loads one of the commands that sign a person in and out. */
const personal = async (name: 'registerLogin' | 'registerLogout' | 'registerContext' | 'registerSetPassword') => ({
  register: (await import('./contexts/commands.ts'))[name],
});

/** The commands that call the control plane's API. */
export const operatorCommands: readonly LazyCommand[] = [
  { name: 'login', description: 'sign in to a control plane', files: () => [personal('registerLogin')] },
  {
    name: 'logout',
    description: 'sign out and revoke the key that login created',
    files: () => [personal('registerLogout')],
  },
  {
    name: 'context',
    aliases: ['contexts'],
    description: 'manage the control planes that you are signed in to: list, show, use, remove',
    files: () => [personal('registerContext')],
  },
  {
    name: 'nodes',
    aliases: ['node'],
    description:
      'manage Bitcoin nodes: list, show, options, create, update, label, start, stop, restart, move, reindex, operations, credentials, rotate-credentials, delete, logs, explain, rpc',
    files: () => [
      import('./nodes/show.ts'),
      import('./nodes/offered-options.ts'),
      import('./nodes/change.ts'),
      import('./nodes/operations.ts'),
      import('./nodes/credentials.ts'),
      import('./nodes/delete.ts'),
      import('./nodes/agent-requests.ts'),
    ],
  },
  {
    name: 'hosts',
    aliases: ['host', 'executors', 'executor'],
    description:
      'manage hosts: list, show, label, cordon, uncordon, drain, undrain, data, upgrade, rollout, recover, delete',
    files: () => [
      import('./executors/show.ts'),
      import('./executors/scheduling.ts'),
      import('./executors/data.ts'),
      import('./executors/upgrades.ts'),
      import('./executors/recover.ts'),
    ],
  },
  {
    name: 'apply',
    description: 'make the fleet as a file describes it: nodes, labels, notification settings, webhook',
    files: () => [import('./fleet/apply.ts')],
  },
  {
    name: 'diff',
    description: 'show what apply would change, with the consequences; exits with 2 if anything differs',
    files: () => [import('./fleet/diff.ts')],
  },
  {
    name: 'export',
    description: 'print the file that describes the fleet, without secrets',
    files: () => [import('./fleet/export.ts')],
  },
  {
    name: 'tokens',
    aliases: ['token'],
    description: 'manage enrolment tokens, which add hosts: create, list, revoke',
    files: () => [import('./tokens/tokens.ts')],
  },
  {
    name: 'networks',
    aliases: ['network'],
    description: 'show networks and chain splits: list, show',
    files: () => [import('./networks/show.ts')],
  },
  {
    name: 'releases',
    aliases: ['release'],
    description: 'manage the releases that agents upgrade to: list, show, create, withdraw, delete',
    files: () => [import('./releases/releases.ts')],
  },
  { name: 'events', aliases: ['event'], description: 'show events: list', files: () => [import('./events/list.ts')] },
  { name: 'audit', description: 'show the audit log: list', files: () => [import('./audit/list.ts')] },
  {
    name: 'incidents',
    aliases: ['incident'],
    description: 'manage incidents: list, show, acknowledge',
    files: () => [import('./incidents/list.ts')],
  },
  {
    name: 'set-password',
    description: 'set a password with the secret from a password link',
    files: () => [personal('registerSetPassword')],
  },
  {
    name: 'webhooks',
    aliases: ['webhook'],
    description: 'test the webhook and receive its messages: test, deliveries, rotate-secret, listen',
    files: () => [import('./webhooks/deliveries.ts'), import('./webhooks/listen.ts')],
  },
  {
    name: 'notifications',
    aliases: ['notification'],
    description: 'manage notification settings: show, set, set-node',
    files: () => [import('./notifications/settings.ts')],
  },
  {
    name: 'keys',
    aliases: ['key'],
    description: 'manage API keys: list, show, create, revoke',
    files: () => [import('./keys/keys.ts')],
  },
  {
    name: 'members',
    aliases: ['member'],
    description: 'manage the members of the organization: list, show, update, remove',
    files: () => [import('./members/members.ts')],
  },
  {
    name: 'invitations',
    aliases: ['invitation'],
    description: 'manage invitations to the organization: list, create, revoke',
    files: () => [import('./members/invitations.ts')],
  },
  {
    name: 'organizations',
    aliases: ['organization'],
    description: 'manage organizations: list, show, create, activate, deactivate',
    files: () => [import('./organizations/organizations.ts')],
  },
  {
    name: 'sessions',
    aliases: ['session'],
    description: 'manage your sessions in the console: list, revoke',
    files: () => [import('./sessions/sessions.ts')],
  },
  { name: 'api', description: 'call the API with any GraphQL query', files: () => [import('./query/query.ts')] },
  completion,
  complete,
  { name: 'version', description: 'print the version of this program', files: () => [import('./version.ts')] },
];
