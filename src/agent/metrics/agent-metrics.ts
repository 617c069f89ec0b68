import type { DiskStatus } from '../disk/disk-guard.ts';
import type { AgentFigures, ReadMetric } from './read-figures.ts';

const mebibyte = 1024 * 1024;
const seconds = (time: string | null): number | undefined => (time === null ? undefined : Date.parse(time) / 1000);

/** A metric with one value; undefined if unknown. */
const single = (name: string, help: string, value: (figures: AgentFigures) => number | undefined): ReadMetric => ({
  name,
  help,
  labels: [],
  read: (figures) => [{ value: value(figures) }],
});

const ofDisks = (name: string, help: string, value: (disk: DiskStatus) => number | undefined): ReadMetric => ({
  name,
  help,
  labels: ['path'],
  read: ({ disks }) => disks.map((disk) => ({ labels: { path: disk.path }, value: value(disk) })),
});

export const agentMetrics: readonly ReadMetric[] = [
  {
    name: 'satrap_agent_build_info',
    help: 'Running version; always 1.',
    labels: ['version'],
    read: ({ version }) => [{ labels: { version }, value: 1 }],
  },
  {
    name: 'satrap_agent_loop_silence_seconds',
    help: 'How long each agent loop is overdue; 0 while it sleeps or waits for an external system.',
    labels: ['loop'],
    read: ({ health }) =>
      health.loops.map(({ name, silentSeconds }) => ({ labels: { loop: name }, value: silentSeconds })),
  },
  single('satrap_agent_healthy', 'Whether the agent’s loops make progress, as in /healthz: 1 or 0.', ({ health }) =>
    Number(health.isAlive),
  ),
  single('satrap_agent_control_plane_reachable', 'Whether the last heartbeat was accepted: 1 or 0.', ({ lastSync }) =>
    lastSync.at === null ? undefined : Number(lastSync.error === null),
  ),
  single('satrap_agent_last_heartbeat_timestamp_seconds', 'Time of the last accepted heartbeat.', ({ lastSync }) =>
    seconds(lastSync.succeededAt),
  ),
  single('satrap_agent_engine_reachable', 'Whether the engine answers: 1 or 0.', ({ isEngineReachable }) =>
    isEngineReachable === null ? undefined : Number(isEngineReachable),
  ),
  single('satrap_agent_outbox_events', 'Events not yet sent to the control plane.', ({ outbox }) => outbox.events),
  single(
    'satrap_agent_outbox_samples',
    'Node samples not yet sent to the control plane.',
    ({ outbox }) => outbox.samples,
  ),
  single('satrap_agent_outbox_oldest_timestamp_seconds', 'Time of the oldest outbox entry.', ({ outbox }) =>
    seconds(outbox.oldestAt),
  ),
  single(
    'satrap_agent_outbox_dropped',
    'Outbox entries dropped for lack of space and not yet reported.',
    ({ outbox }) => Object.values(outbox.dropped).reduce((sum, count) => sum + count, 0),
  ),
  single(
    'satrap_agent_key_rotation_timestamp_seconds',
    'When the agent rotates its API key; absent for a key that never expires.',
    ({ key }) => seconds(key.rotateAt),
  ),
  single(
    'satrap_agent_key_expiry_timestamp_seconds',
    'When the API key expires; absent for a key that never expires.',
    ({ key }) => seconds(key.expiresAt),
  ),
  single('satrap_agent_key_problem', 'Whether the API key expires and cannot be rotated: 1 or 0.', ({ key }) =>
    Number(key.warning !== null),
  ),
  single(
    'satrap_agent_upgrade_asked_timestamp_seconds',
    'Time of the last check for a requested upgrade.',
    ({ upgrade }) => seconds(upgrade.lookedAt),
  ),
  single(
    'satrap_agent_upgrade_possible',
    'Whether the agent can be upgraded from the control plane: 1 or 0.',
    ({ upgrade }) => Number(upgrade.upgradability.canUpgrade),
  ),
  {
    name: 'satrap_agent_upgrade_state',
    help: 'State of the current or last upgrade; 1, absent without one.',
    labels: ['state'],
    read: ({ upgrade: { request } }) => (request === null ? [] : [{ labels: { state: request.state }, value: 1 }]),
  },
  ofDisks('satrap_agent_disk_total_bytes', 'Size of a chain data disk.', ({ totalMiB }) => totalMiB * mebibyte),
  ofDisks('satrap_agent_disk_free_bytes', 'Free space of a chain data disk.', ({ freeMiB }) => freeMiB * mebibyte),
  ofDisks(
    'satrap_agent_disk_stop_below_bytes',
    'Free space below which daemons are stopped; 0 for never.',
    ({ stopBelowMiB }) => stopBelowMiB * mebibyte,
  ),
  ofDisks(
    'satrap_agent_disk_full_seconds',
    'Time until the disk is full at the recent rate; absent while usage does not grow.',
    ({ daysUntilFull }) => (daysUntilFull === null ? undefined : daysUntilFull * 86_400),
  ),
  single(
    'satrap_agent_orphans',
    'Containers and chain data of this executor without a desired node.',
    ({ orphans }) => orphans.length,
  ),
];
