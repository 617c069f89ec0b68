import type { DiskStatus } from '../disk/disk-guard.ts';
import type { AgentFigures, Metrics, ReadMetric } from './read-figures.ts';

const mebibyte = 1024 * 1024;
const seconds = (time: string | null): number | undefined => (time === null ? undefined : Date.parse(time) / 1000);

/** A metric with one value; undefined if unknown. */
const single = (help: string, value: (figures: AgentFigures) => number | undefined): ReadMetric => ({
  help,
  labels: [],
  read: (figures) => [{ value: value(figures) }],
});

const ofDisks = (help: string, value: (disk: DiskStatus) => number | undefined): ReadMetric => ({
  help,
  labels: ['path'],
  read: ({ disks }) => disks.map((disk) => ({ labels: { path: disk.path }, value: value(disk) })),
});

export const agentMetrics: Metrics = {
  satrap_agent_build_info: {
    help: 'Running version; always 1.',
    labels: ['version'],
    read: ({ version }) => [{ labels: { version }, value: 1 }],
  },
  satrap_agent_loop_silence_seconds: {
    help: 'How long each agent loop is overdue; 0 while it sleeps or waits for an external system.',
    labels: ['loop'],
    read: ({ health }) =>
      health.loops.map(({ name, silentSeconds }) => ({ labels: { loop: name }, value: silentSeconds })),
  },
  satrap_agent_healthy: single('Whether the agent’s loops make progress, as in /healthz: 1 or 0.', ({ health }) =>
    Number(health.isAlive),
  ),
  satrap_agent_control_plane_reachable: single('Whether the last heartbeat was accepted: 1 or 0.', ({ lastSync }) =>
    lastSync.at === null ? undefined : Number(lastSync.error === null),
  ),
  satrap_agent_last_heartbeat_timestamp_seconds: single('Time of the last accepted heartbeat.', ({ lastSync }) =>
    seconds(lastSync.succeededAt),
  ),
  satrap_agent_engine_reachable: single('Whether the engine answers: 1 or 0.', ({ isEngineReachable }) =>
    isEngineReachable === null ? undefined : Number(isEngineReachable),
  ),
  satrap_agent_outbox_events: single('Events not yet sent to the control plane.', ({ outbox }) => outbox.events),
  satrap_agent_outbox_samples: single(
    'Node samples not yet sent to the control plane.',
    ({ outbox }) => outbox.samples,
  ),
  satrap_agent_outbox_oldest_timestamp_seconds: single('Time of the oldest outbox entry.', ({ outbox }) =>
    seconds(outbox.oldestAt),
  ),
  satrap_agent_outbox_dropped: single('Outbox entries dropped for lack of space and not yet reported.', ({ outbox }) =>
    Object.values(outbox.dropped).reduce((sum, count) => sum + count, 0),
  ),
  satrap_agent_key_rotation_timestamp_seconds: single(
    'When the agent rotates its API key; absent for a key that never expires.',
    ({ key }) => seconds(key.rotateAt),
  ),
  satrap_agent_key_expiry_timestamp_seconds: single(
    'When the API key expires; absent for a key that never expires.',
    ({ key }) => seconds(key.expiresAt),
  ),
  satrap_agent_key_problem: single('Whether the API key expires and cannot be rotated: 1 or 0.', ({ key }) =>
    Number(key.warning !== null),
  ),
  satrap_agent_upgrade_asked_timestamp_seconds: single(
    'Time of the last check for a requested upgrade.',
    ({ upgrade }) => seconds(upgrade.lookedAt),
  ),
  satrap_agent_upgrade_possible: single(
    'Whether the agent can be upgraded from the control plane: 1 or 0.',
    ({ upgrade }) => Number(upgrade.upgradability.canUpgrade),
  ),
  satrap_agent_upgrade_state: {
    help: 'State of the current or last upgrade; 1, absent without one.',
    labels: ['state'],
    read: ({ upgrade: { request } }) => (request === null ? [] : [{ labels: { state: request.state }, value: 1 }]),
  },
  satrap_agent_disk_total_bytes: ofDisks('Size of a chain data disk.', ({ totalMiB }) => totalMiB * mebibyte),
  satrap_agent_disk_free_bytes: ofDisks('Free space of a chain data disk.', ({ freeMiB }) => freeMiB * mebibyte),
  satrap_agent_disk_stop_below_bytes: ofDisks(
    'Free space below which daemons are stopped; 0 for never.',
    ({ stopBelowMiB }) => stopBelowMiB * mebibyte,
  ),
  satrap_agent_disk_full_seconds: ofDisks(
    'Time until the disk is full at the recent rate; absent while usage does not grow.',
    ({ daysUntilFull }) => (daysUntilFull === null ? undefined : daysUntilFull * 86_400),
  ),
  satrap_agent_orphans: single(
    'Containers and chain data of this executor without a desired node.',
    ({ orphans }) => orphans.length,
  ),
};
