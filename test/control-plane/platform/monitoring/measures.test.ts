import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measuredJob } from '../../../../src/control-plane/platform/jobs/run-on-one-replica.ts';
import {
  type Figures,
  prometheusMeasures,
} from '../../../../src/control-plane/platform/monitoring/prometheus-measures.ts';

const figures: Figures = {
  version: '1.2.3',
  openStreams: () => 2,
  pool: () => [{ share: 'people', total: 3, idle: 1, waiting: 4 }],
  isBusOpen: () => true,
  isLeaseHeld: () => false,
  openIncidents: async () => new Map([['node_failing', 5]]),
  lastBackup: async () => new Date(1_800_000_000_000),
};
const measuring = () => prometheusMeasures(figures);

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../..', file), 'utf8');

test('the manual names each metric, and none that does not exist', async () => {
  const metrics = await measuring().registry.getMetricsAsJSON();
  const ours = metrics.map(({ name }) => name).filter((name) => name.startsWith('satrap_'));
  const named = [...read('docs/control-plane/metrics.md').matchAll(/^\| `(satrap_\w+)` \|/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(ours.toSorted());
});

test.each(['templates/grafana-dashboard.json', 'templates/prometheus-alerts.yaml'])(
  '%s asks only for metrics that exist',
  async (file) => {
    const metrics = await measuring().registry.getMetricsAsJSON();
    const known = new Set(metrics.flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]));
    const asked = [...read(file).matchAll(/\b(?:satrap|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  },
);

test('reads figures on request, and the first connection to replicas is no gap', async () => {
  const measures = measuring();
  measures.busOpened();
  expect(await measures.registry.metrics()).toContain('satrap_bus_gaps_total 0');
  measures.busOpened();
  const text = await measures.registry.metrics();
  const figures = ['satrap_bus_gaps_total 1', 'satrap_open_streams 2', 'satrap_database_waiting{share="people"} 4'];
  for (const figure of [...figures, 'satrap_incidents_open{code="node_failing"} 5']) expect(text).toContain(figure);
});

test.each<[what: string, at: Date | null | undefined, lines: string[]]>([
  ['the end of the last backup', new Date(1_800_000_000_000), ['1800000000']],
  ['0 before the first backup', null, ['0']],
  ['nothing without scheduled backups', undefined, []],
])('satrap_last_backup_timestamp_seconds is %s', async (_what, at, values) => {
  const { registry } = prometheusMeasures({ ...figures, lastBackup: async () => at });
  const shown = [...(await registry.metrics()).matchAll(/^satrap_last_backup_timestamp_seconds (\S+)$/gm)];
  expect(shown.map(([, value]) => value)).toEqual(values);
});

test('a job that fails is counted, and fails', async () => {
  const measures = measuring();
  const job = measuredJob({ what: 'sweep', run: () => Promise.reject(new Error('no')) }, measures);
  await expect(job.run()).rejects.toThrow('no');
  expect(await measures.registry.metrics()).toContain('satrap_job_runs_total{job="sweep",outcome="failed"} 1');
});
