import { complete, completion } from './completion/command.ts';
import type { LazyCommand } from './program.ts';

/** Loads one of the commands that sign a person in and out. */
const personal = async (name: 'registerLogin' | 'registerLogout' | 'registerContext' | 'registerSetPassword') => ({
  register: (await import('./contexts/commands.ts'))[name],
});

type Files = LazyCommand['files'];

const command = (name: string, description: string, files: Files, aliases: readonly string[] = []): LazyCommand => ({
  name,
  aliases,
  description,
  files,
});

/** A command for objects of one type, also by its singular. */
const group = (name: string, description: string, files: Files): LazyCommand =>
  command(name, description, files, [name.replace(/s$/, '')]);

export const operatorCommands: readonly LazyCommand[] = [
  command('login', 'sign in to a control plane', () => [personal('registerLogin')]),
  command('logout', 'sign out and revoke the key that login created', () => [personal('registerLogout')]),
  command(
    'context',
    'manage the control planes that you are signed in to: list, show, use, remove',
    () => [personal('registerContext')],
    ['contexts'],
  ),
  group(
    'nodes',
    'manage Bitcoin nodes: list, show, options, create, update, label, start, stop, restart, move, rehearse, reindex, operations, credentials, rotate-credentials, delete, logs, explain, rpc',
    () => [
      import('./nodes/show.ts'),
      import('./nodes/offered-options.ts'),
      import('./nodes/change.ts'),
      import('./nodes/operations.ts'),
      import('./nodes/credentials.ts'),
      import('./nodes/delete.ts'),
      import('./nodes/agent-requests.ts'),
    ],
  ),
  command(
    'hosts',
    'manage hosts: list, show, label, cordon, uncordon, drain, undrain, data, upgrade, rollout, recover, delete',
    () => [
      import('./executors/show.ts'),
      import('./executors/scheduling.ts'),
      import('./executors/data.ts'),
      import('./executors/upgrades.ts'),
      import('./executors/rollouts.ts'),
      import('./executors/recover.ts'),
    ],
    ['host', 'executors', 'executor'],
  ),
  group(
    'rollouts',
    'manage rollouts, which change several nodes one at a time: list, show, pause, resume, skip, cancel',
    () => [import('./rollouts/rollouts.ts')],
  ),
  group('windows', 'manage the maintenance windows that rollouts keep to: list, set, delete', () => [
    import('./rollouts/windows.ts'),
  ]),
  command('top', 'show the nodes live, the failing ones first', () => [import('./top/top.ts')]),
  command(
    'apply',
    'make the fleet as a file describes it: nodes, labels, channels, maintenance windows, thresholds',
    () => [import('./fleet/apply.ts')],
  ),
  command(
    'diff',
    'show what apply would change, with the consequences; exits with 2 if anything differs',
    () => [import('./fleet/diff.ts')],
    ['plan'],
  ),
  command('export', 'print the file that describes the fleet, without secrets', () => [import('./fleet/export.ts')]),
  group('tokens', 'manage enrolment tokens, which add hosts: create, list, revoke', () => [
    import('./tokens/tokens.ts'),
  ]),
  group('networks', 'show networks and chain splits: list, show', () => [import('./networks/show.ts')]),
  group(
    'endpoints',
    'manage endpoints, which serve several nodes at one address: list, show, create, set, delete',
    () => [import('./endpoints/endpoints.ts')],
  ),
  group('consumers', 'manage the consumers of endpoints: list, show, create, set, rotate, revoke', () => [
    import('./endpoints/consumers.ts'),
  ]),
  group('releases', 'manage the releases that agents upgrade to: list, show, create, withdraw, delete', () => [
    import('./releases/releases.ts'),
  ]),
  group('events', 'show events: list', () => [import('./events/list.ts')]),
  command('audit', 'show and verify the audit log: list, verify', () => [
    import('./audit/list.ts'),
    import('./audit/verify.ts'),
  ]),
  group('incidents', 'manage incidents: list, show, acknowledge', () => [import('./incidents/list.ts')]),
  command('set-password', 'set a password with the secret from a password link', () => [
    personal('registerSetPassword'),
  ]),
  group('channels', 'manage notification channels: list, add, set, remove, test, rotate-secret, deliveries', () => [
    import('./channels/channels.ts'),
    import('./channels/deliveries.ts'),
  ]),
  group('notifications', 'manage thresholds and muted nodes: show, set, set-node', () => [
    import('./notifications/settings.ts'),
  ]),
  group('keys', 'manage API keys: list, show, create, revoke', () => [import('./keys/keys.ts')]),
  group('members', 'manage the members of the organization: list, show, update, remove', () => [
    import('./members/members.ts'),
  ]),
  group('invitations', 'manage invitations to the organization: list, create, revoke', () => [
    import('./members/invitations.ts'),
  ]),
  group('organizations', 'manage organizations: list, show, create, activate, deactivate', () => [
    import('./organizations/organizations.ts'),
  ]),
  group('sessions', 'manage your sessions in the console: list, revoke', () => [import('./sessions/sessions.ts')]),
  group('sign-ins', 'show recent sign-ins with single sign-on, for system administrators: list, show', () => [
    import('./sign-ins/sign-ins.ts'),
  ]),
  command('api', 'call the API with any GraphQL query', () => [import('./query/query.ts')]),
  completion,
  complete,
  command('version', 'print the version of this program', () => [import('./version.ts')]),
];
