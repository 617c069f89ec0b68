import type { ReadMetric, Value } from './read-metric.ts';

const mebibyte = 1024 * 1024;
const seconds = (time: string | null): number | undefined => (time === null ? undefined : Date.parse(time) / 1000);
const one = (value: number | undefined): Value[] => [{ value }];

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
  {
    name: 'satrap_agent_healthy',
    help: 'Whether the agent’s own loops turn, as /healthz says: 1 or 0.',
    labels: [],
    read: ({ health }) => one(Number(health.isAlive)),
  },
  {
    name: 'satrap_agent_control_plane_reachable',
    help: 'Whether the last heartbeat was accepted: 1 or 0.',
    labels: [],
    read: ({ lastSync }) => (lastSync.at === null ? [] : one(Number(lastSync.error === null))),
  },
  {
    name: 'satrap_agent_last_heartbeat_timestamp_seconds',
    help: 'When a heartbeat was last accepted.',
    labels: [],
    read: ({ lastSync }) => one(seconds(lastSync.succeededAt)),
  },
  {
    name: 'satrap_agent_engine_reachable',
    help: 'Whether the engine answers: 1 or 0.',
    labels: [],
    read: ({ isEngineReachable }) => (isEngineReachable === null ? [] : one(Number(isEngineReachable))),
  },
  {
    name: 'satrap_agent_outbox_events',
    help: 'Events that wait for the control plane.',
    labels: [],
    read: ({ outbox }) => one(outbox.events),
  },
  {
    name: 'satrap_agent_outbox_samples',
    help: 'Samples of nodes that wait for the control plane.',
    labels: [],
    read: ({ outbox }) => one(outbox.samples),
  },
  {
    name: 'satrap_agent_outbox_oldest_timestamp_seconds',
    help: 'Time of the oldest of them.',
    labels: [],
    read: ({ outbox }) => one(seconds(outbox.oldestAt)),
  },
  {
    name: 'satrap_agent_outbox_dropped',
    help: 'Those that were dropped for lack of room and are not reported yet.',
    labels: [],
    read: ({ outbox }) => one(Object.values(outbox.dropped).reduce((sum, count) => sum + count, 0)),
  },
  {
    name: 'satrap_agent_key_rotation_timestamp_seconds',
    help: 'When the agent takes another API key; not shown for a key without an end.',
    labels: [],
    read: ({ key }) => one(seconds(key.rotateAt)),
  },
  {
    name: 'satrap_agent_key_expiry_timestamp_seconds',
    help: 'When the API key ends; not shown for a key without an end.',
    labels: [],
    read: ({ key }) => one(seconds(key.expiresAt)),
  },
  {
    name: 'satrap_agent_key_problem',
    help: 'Whether the API key has an end and cannot be rotated: 1 or 0.',
    labels: [],
    read: ({ key }) => one(Number(key.warning !== null)),
  },
  {
    name: 'satrap_agent_upgrade_asked_timestamp_seconds',
    help: 'When the control plane last said whether it asks for an upgrade.',
    labels: [],
    read: ({ upgrade }) => one(seconds(upgrade.lookedAt)),
  },
  {
    name: 'satrap_agent_upgrade_possible',
    help: 'Whether the agent can be upgraded from the control plane: 1 or 0.',
    labels: [],
    read: ({ upgrade }) => one(Number(upgrade.isPossible)),
  },
  {
    name: 'satrap_agent_upgrade_state',
    help: 'The state of the upgrade that is under way or has ended last; 1, and nothing where there is none to tell of.',
    labels: ['state'],
    read: ({ upgrade: { state } }) => (state === null ? [] : [{ labels: { state }, value: 1 }]),
  },
  {
    name: 'satrap_agent_disk_total_bytes',
    help: 'Size of a disk that holds chain data.',
    labels: ['path'],
    read: ({ disks }) => disks.map(({ path, totalMiB }) => ({ labels: { path }, value: totalMiB * mebibyte })),
  },
  {
    name: 'satrap_agent_disk_free_bytes',
    help: 'What is free on it.',
    labels: ['path'],
    read: ({ disks }) => disks.map(({ path, freeMiB }) => ({ labels: { path }, value: freeMiB * mebibyte })),
  },
  {
    name: 'satrap_agent_disk_stop_below_bytes',
    help: 'Below how much free room its daemons are stopped; 0 for never.',
    labels: ['path'],
    read: ({ disks }) => disks.map(({ path, stopBelowMiB }) => ({ labels: { path }, value: stopBelowMiB * mebibyte })),
  },
  {
    name: 'satrap_agent_disk_full_seconds',
    help: 'In how long it is full at the rate of the last days; not shown while it does not fill up.',
    labels: ['path'],
    read: ({ disks }) =>
      disks.map(({ path, daysUntilFull }) => ({
        labels: { path },
        value: daysUntilFull === null ? undefined : daysUntilFull * 86_400,
      })),
  },
  {
    name: 'satrap_agent_orphans',
    help: 'Containers and chain data of this executor whose node is not desired here.',
    labels: [],
    read: ({ orphans }) => one(orphans),
  },
];
