import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { agentRegistry, metricsServer } from '../../../src/agent/metrics/metrics-server.ts';
import { metricsService } from '../../../src/agent/metrics/metrics-service.ts';
import type { AgentFigures, NodeFigures } from '../../../src/agent/metrics/read-figures.ts';
import type { NodeSample } from '../../../src/agent/monitor/sample.ts';
import { freePort } from '../../harness/free-port.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { closeServer, listenHere } from '../../harness/listen.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { sample } from '../../harness/sample.ts';
import { until } from '../../harness/until.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');

const measured = {
  ...{ at: '2026-01-01T00:00:30.000Z', peersOutbound: 8, sizeOnDiskBytes: 1000, cpuPercent: 150, memoryMiB: 2 },
  ...{ mempoolVirtualBytes: 381_000, mempoolUsageBytes: 1_902_000 },
  ...{ bytesSent: 2000, writtenBytes: 5000, indexes: [{ name: 'txindex', synced: false, bestBlockHeight: 7 }] },
};
const node: NodeFigures = {
  ...{ id: '0199f5c2-6f0e-7c6f-9b0e-3a0c4c1d2e5f', name: 'alpha', network: 'signet', clientVersion: '28.1' },
  ...{ nodeType: 'full', desiredState: 'running', phase: 'syncing', problems: ['no_peers', 'no_peers'] },
  ...{ since: '2026-01-01T00:00:00.000Z', reason: null, endpoint: null, height: 7 },
  ...{ isReverted: false, answers: true, growthBytesPerDay: 24, sample: sample(7, measured) as NodeSample },
};

const figures: AgentFigures = {
  ...{ version: '1.2.3', name: 'host', executorId: null, startedAt: '2026-01-01T00:00:00.000Z', revision: null },
  areEventsHeldBack: false,
  ...{ controlPlane: 'http://127.0.0.1/graphql', images: [], engine: { error: null } },
  health: {
    isAlive: true,
    loops: [{ name: 'heartbeat', isAlive: true, silentSeconds: 0, maxSilenceSeconds: 300 }],
  },
  lastSync: { at: '2026-01-01T00:00:30.000Z', succeededAt: '2026-01-01T00:00:00.000Z', error: 'away' },
  heartbeats: { succeeded: 5, failed: 1 },
  isEngineReachable: true,
  outbox: { events: 3, samples: 4, oldestAt: '2026-01-01T00:00:00.000Z', dropped: { 'node.sample': 2, other: 1 } },
  key: { rotateAt: '2026-02-01T00:00:00.000Z', expiresAt: '2026-03-01T00:00:00.000Z', warning: null },
  upgrade: {
    ...{ lookedAt: '2026-01-01T00:00:30.000Z', why: 'an upgrade is in progress', last: null },
    upgradability: { canUpgrade: false, platform: 'linux-x64', packaging: 'archive' },
    request: { requestId: 'r', targetVersion: '1.3.0', state: 'fetching' },
  },
  disks: [{ path: '/srv', totalMiB: 100, freeMiB: 50, stopBelowMiB: 10, startAboveMiB: 20, daysUntilFull: 0.5 }],
  orphans: [{ nodeId: '1', name: 'beta', containerId: null, kept: true, data: null }],
  nodes: [node],
};

test('each metric has the labels that it declares, which the manual shows', async () => {
  const registry = agentRegistry(() => figures);
  for (const { name, values } of await registry.getMetricsAsJSON()) {
    const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: string[] };
    if (name.startsWith('satrap_'))
      expect([name, Object.keys(values[0]?.labels ?? {}).toSorted()]).toEqual([name, labelNames.toSorted()]);
  }
});

test.each(['templates/grafana-dashboard-agent.json', 'templates/prometheus-alerts-agent.yaml'])(
  '%s asks only for metrics that exist',
  async (file) => {
    const known = new Set((await agentRegistry(() => figures).getMetricsAsJSON()).map(({ name }) => name));
    const asked = [...read(file).matchAll(/\b(?:satrap|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  },
);

test('figures are read when they are asked for, in the base units of Prometheus', async () => {
  const registry = agentRegistry(() => figures);
  await registry.metrics();
  // A counter does not grow by being read.
  const text = await registry.metrics();
  const labels = 'node="alpha",network="signet"';
  for (const line of [
    'satrap_agent_build_info{version="1.2.3"} 1',
    'satrap_agent_control_plane_reachable 0',
    'satrap_agent_heartbeats_total{outcome="succeeded"} 5',
    'satrap_agent_outbox_dropped 3',
    'satrap_agent_key_expiry_timestamp_seconds 1772323200',
    'satrap_agent_upgrade_state{state="fetching"} 1',
    'satrap_agent_disk_free_bytes{path="/srv"} 52428800',
    'satrap_agent_disk_full_seconds{path="/srv"} 43200',
    `satrap_node_phase{${labels},phase="syncing"} 1`,
    `satrap_node_problem{${labels},code="no_peers"} 1`,
    `satrap_node_peers{${labels},direction="outbound"} 8`,
    `satrap_node_cpu_cores{${labels}} 1.5`,
    `satrap_node_network_bytes{${labels},direction="sent"} 2000`,
    `satrap_node_chain_tips{${labels},status="active"} 1`,
    `satrap_node_index_progress{${labels},index="txindex"} 1`,
    `satrap_node_written_bytes{${labels}} 5000`,
    `satrap_node_memory_bytes{${labels}} 2097152`,
    `satrap_node_mempool_virtual_bytes{${labels}} 381000`,
    `satrap_node_mempool_usage_bytes{${labels}} 1902000`,
    `satrap_node_mempool_limit_bytes{${labels}} 300000000`,
  ])
    expect(text.split('\n')).toContain(line);
});

test('shows nothing that is unknown or outdated, and no node that is gone', async () => {
  let present: AgentFigures = { ...figures, isEngineReachable: null, nodes: [{ ...node, sample: undefined }] };
  const registry = agentRegistry(() => present);
  const text = await registry.metrics();
  expect(text).not.toMatch(/^satrap_agent_engine_reachable/m);
  expect(text).not.toMatch(/^satrap_node_height/m);
  expect(text).toMatch(/^satrap_node_desired_running\{/m);
  // Of a node that does not answer: when it was last measured and how large its data is, and nothing that was.
  present = { ...present, nodes: [{ ...node, answers: false }] };
  const silent = await registry.metrics();
  expect(silent).toContain('satrap_node_sample_timestamp_seconds{node="alpha",network="signet"} 1767225630');
  expect(silent).toContain('satrap_node_blocks_bytes{node="alpha",network="signet"} 1000');
  expect(silent).not.toMatch(/^satrap_node_(height|headers|peers|mempool\w*|uptime_seconds|verification_progress)\{/m);
  present = { ...present, nodes: [] };
  expect(await registry.metrics()).not.toMatch(/^satrap_node_/m);
});

test('a name with quotes, line breaks and other scripts stays one value of one label', async () => {
  const name = 'a"} 1\nsatrap_agent_healthy 0\\\u202eé🟠';
  const text = await agentRegistry(() => ({ ...figures, nodes: [{ ...node, name }] })).metrics();
  const shown = 'a\\"} 1\\nsatrap_agent_healthy 0\\\\\u202eé🟠';
  expect(text).toContain(`satrap_node_height{node="${shown}",network="signet"} 7`);
  expect(text.match(/^satrap_agent_healthy .*$/gm)).toEqual(['satrap_agent_healthy 1']);
});

test('a port in use does not end the agent, and is served once it is free', async () => {
  let health = figures.health;
  const port = await freePort();
  const other = metricsServer(() => figures);
  await listenHere(other, port);
  const { log, lines } = listeningLog();
  const ending = new AbortController();
  const settings = { metricsPort: port, metricsHost: '127.0.0.1' };
  const service = metricsService({ settings, figures: () => ({ ...figures, health }), clock: hastyClock(10), log });
  const running = service.run(ending.signal);
  onTestFinished(async () => {
    ending.abort();
    await running;
  });
  await until('it says so', () => lines.some(({ msg }) => /cannot serve.*EADDRINUSE/.test(msg)));
  await closeServer(other);
  const url = `http://127.0.0.1:${port}`;
  await until('it serves', () => lines.some(({ msg }) => msg.includes(`${url}/metrics`)));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  health = { isAlive: false, loops: [] };
  const sick = await fetch(`${url}/healthz`);
  expect([sick.status, await sick.json()]).toEqual([503, health]);
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('satrap_agent_healthy');
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${url}/constructor`)).status).toBe(404);
});
