import type { LivelyWorld } from './lively-world.ts';

export interface ConsolePage {
  name: string;
  address: (world: LivelyWorld) => string;
  text: string;
}

const page = (name: string, address: ConsolePage['address'] | string, text: string): ConsolePage => ({
  name,
  address: typeof address === 'string' ? () => address : address,
  text,
});

const ofNode =
  (node: string, rest = ''): ConsolePage['address'] =>
  ({ nodeIds }) =>
    `nodes/${nodeIds[node]}${rest}`;

export const guestPages: readonly ConsolePage[] = [
  page('accept-nothing', 'accept-invitation#token=none', 'no longer valid'),
  page('sign-in', 'sign-in', 'Password'),
  page('sign-in-failed', 'sign-in/callback', 'has no single sign-on'),
  page('set-password', 'set-password#token=none', 'no longer valid'),
  page('accept-invitation', ({ invitationToken }) => `accept-invitation#token=${invitationToken}`, 'You join as'),
];

/** Pages of a signed-in person, in an enlivened world (`enliven`). */
export const memberPages: readonly ConsolePage[] = [
  page('overview', '', 'Needs attention'),
  page('nodes', 'nodes', 'signet-broken'),
  page('nodes-filtered', 'nodes?phase=running&sort=-height', 'signet-b'),
  page('deploy', 'nodes/new', 'largest free share of'),
  page('deploy-copy', ({ nodeIds }) => `nodes/new?seed=${nodeIds['signet-a']}`, 'Stops signet-a'),
  page('node', ofNode('signet-a'), 'In sync with the network'),
  page('node-syncing', ofNode('signet-new'), 'blocks left'),
  page('node-failing', ofNode('signet-broken'), 'Shutdown: done'),
  page('node-monitoring', ofNode('signet-a', '?tab=monitoring'), 'Blocks on disk'),
  page('node-logs', ofNode('signet-a', '?tab=logs'), 'height=224117'),
  page('node-activity', ofNode('signet-broken', '?tab=activity'), 'Unable to bind'),
  page('node-configuration', ofNode('signet-a', '?tab=configuration'), 'Search all options'),
  page('node-diagnose', ofNode('signet-a', '?tab=diagnose'), 'Desired state'),
  page('node-settings', ofNode('signet-a', '?tab=settings'), 'Delete node'),
  page('executors', 'executors', 'helsinki-2'),
  page('executor', ({ executorId }) => `executors/${executorId}`, 'for the next node'),
  page('executor-monitoring', ({ executorId }) => `executors/${executorId}?tab=monitoring`, 'Disk'),
  page('executor-settings', ({ executorId }) => `executors/${executorId}?tab=settings`, 'API key'),
  page('upgrade-executors', 'executors/upgrade', 'No hosts are eligible for'),
  page('rollout', ({ rolloutId }) => `executors/upgrade/${rolloutId}`, 'was not upgraded'),
  page('node-rollout', ({ nodeRolloutId }) => `rollouts/${nodeRolloutId}`, 'did not come back'),
  page('networks', 'networks', 'signet'),
  page('network', 'networks/signet', 'Tip 224'),
  page('endpoints', 'endpoints', 'electrs'),
  page('incidents', 'incidents', 'signet-broken'),
  page('incident', ({ incidentId }) => `incidents/${incidentId}`, 'Last change'),
  page('events', 'events', 'Unable to bind'),
  page('audit', 'audit', 'Deployed node'),
  page('notifications', 'notifications', 'On call'),
  page('maintenance', 'maintenance', 'Asia/Tokyo'),
  page('members', 'members', 'rosa@example.com'),
  page('keys', 'keys', 'host agent'),
  page('organizations', 'organizations', '(current)'),
  page('sign-ins', 'sign-ins', 'groups: absent'),
  page('releases', 'releases', '1.2.0'),
  page('release-new', 'releases/new', 'From the release build'),
  page('profile', 'profile', 'Chrome on Linux'),
  page('not-found', 'nowhere', 'Page not found'),
];

/** The pictures in README: a page and its look. */
export const readmePictures: readonly string[] = [
  'overview-light',
  'node-dark',
  'node-monitoring-light',
  'deploy-light',
  'incident-dark',
  'node-syncing-phone',
];
