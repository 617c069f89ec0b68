import type { DiskStatus } from '../disk/disk-guard.ts';
import type { AgentFigures, ReadMetric } from './read-figures.ts';

const mebibyte = 1024 * 1024;
const seconds = (time: string | null): number | undefined => (time === null ? undefined : Date.parse(time) / 1000);

/** A metric with one value; undefined where it is not known. */
const single = (name: string, help: string, value: (figures: AgentFigures) => number | undefined): ReadMetric => ({
  ...{ name, help, labels: [] },
  read: (figures) => [{ value: value(figures) }],
});

const ofDisks = (name: string, help: string, value: (disk: DiskStatus) => number | undefined): ReadMetric => ({
  ...{ name, help, labels: ['path'] },
  read: ({ disks }) => disks.map((disk) => ({ labels: { path: disk.path }, value: value(disk) })),
});

export const agentMetrics: readonly ReadMetric[] = [
  {
    name: 'satrap_agent_build_info',
    help: 'The version that runs; always 1.',
    labels: ['version'],
    read: ({ version }) => [{ labels: { version }, value: 1 }],
  },
  {
    name: 'satrap_agent_loop_silence_seconds',
    help: 'For how long a turn of each of the agent’s own loops has been due; 0 while it rests or waits for the world outside.',
    labels: ['loop'],
    read: ({ health }) =>
      health.loops.map(({ name, silentSeconds }) => ({ labels: { loop: name }, value: silentSeconds })),
  },
  single('satrap_agent_healthy', 'Whether the agent’s own loops turn, as /healthz says: 1 or 0.', ({ health }) =>
    Number(health.isAlive),
  ),
  single('satrap_agent_control_plane_reachable', 'Whether the last heartbeat was accepted: 1 or 0.', ({ lastSync }) =>
    lastSync.at === null ? undefined : Number(lastSync.error === null),
  ),
  single('satrap_agent_last_heartbeat_timestamp_seconds', 'When a heartbeat was last accepted.', ({ lastSync }) =>
    seconds(lastSync.succeededAt),
  ),
  single('satrap_agent_engine_reachable', 'Whether the engine answers: 1 or 0.', ({ isEngineReachable }) =>
    isEngineReachable === null ? undefined : Number(isEngineReachable),
  ),
  single('satrap_agent_outbox_events', 'Events that wait for the control plane.', ({ outbox }) => outbox.events),
  single(
    'satrap_agent_outbox_samples',
    'Samples of nodes that wait for the control plane.',
    ({ outbox }) => outbox.samples,
  ),
  single('satrap_agent_outbox_oldest_timestamp_seconds', 'Time of the oldest of them.', ({ outbox }) =>
    seconds(outbox.oldestAt),
  ),
  single(
    'satrap_agent_outbox_dropped',
    'Those that were dropped for lack of room and are not reported yet.',
    ({ outbox }) => Object.values(outbox.dropped).reduce((sum, count) => sum + count, 0),
  ),
  single(
    'satrap_agent_key_rotation_timestamp_seconds',
    'When the agent takes another API key; not shown for a key without an end.',
    ({ key }) => seconds(key.rotateAt),
  ),
  single(
    'satrap_agent_key_expiry_timestamp_seconds',
    'When the API key ends; not shown for a key without an end.',
    ({ key }) => seconds(key.expiresAt),
  ),
  single('satrap_agent_key_problem', 'Whether the API key has an end and cannot be rotated: 1 or 0.', ({ key }) =>
    Number(key.warning !== null),
  ),
  single(
    'satrap_agent_upgrade_asked_timestamp_seconds',
    'When the control plane last said whether it asks for an upgrade.',
    ({ upgrade }) => seconds(upgrade.lookedAt),
  ),
  single(
    'satrap_agent_upgrade_possible',
    'Whether the agent can be upgraded from the control plane: 1 or 0.',
    ({ upgrade }) => Number(upgrade.isPossible),
  ),
  {
    name: 'satrap_agent_upgrade_state',
    help: 'The state of the upgrade that is under way or has ended last; 1, and nothing where there is none to tell of.',
    labels: ['state'],
    read: ({ upgrade: { state } }) => (state === null ? [] : [{ labels: { state }, value: 1 }]),
  },
  ofDisks(
    'satrap_agent_disk_total_bytes',
    'Size of a disk that holds chain data.',
    ({ totalMiB }) => totalMiB * mebibyte,
  ),
  ofDisks('satrap_agent_disk_free_bytes', 'What is free on it.', ({ freeMiB }) => freeMiB * mebibyte),
  ofDisks(
    'satrap_agent_disk_stop_below_bytes',
    'Below how much free room its daemons are stopped; 0 for never.',
    ({ stopBelowMiB }) => stopBelowMiB * mebibyte,
  ),
  ofDisks(
    'satrap_agent_disk_full_seconds',
    'In how long it is full at the rate of the last days; not shown while it does not fill up.',
    ({ daysUntilFull }) => (daysUntilFull === null ? undefined : daysUntilFull * 86_400),
  ),
  single(
    'satrap_agent_orphans',
    'Containers and chain data of this executor whose node is not desired here.',
    ({ orphans }) => orphans,
  ),
];
