import { expect, test } from 'vitest';
import { type ShownIncident, viewIncident } from '../../../../src/control-plane/alerts/incidents/incident-view.ts';
import { expectValid } from '../../../harness/webhook-schemas.ts';

const at = new Date('2026-01-01T00:00:00Z');
const row = (more: Partial<ShownIncident>): ShownIncident => ({
  ...{
    id: 'incident',
    organizationId: 'acme',
    code: 'disk_low',
    severity: 'critical',
    status: 'open',
    message: 'Full.',
  },
  ...{ data: { freeGiB: 1 }, subjectType: 'executor', subjectId: 'host', subjectName: 'host-1', executorId: 'host' },
  ...{ startedAt: at, openedAt: at, updatedAt: at, clearSince: null, closedAt: null, notified: true },
  ...more,
});
const node = { id: 'n', name: 'a', client: 'bitcoind', clientVersion: '31.0', height: 3, isAnswering: true } as const;
const branch = {
  ...{ parent: null, forkHeight: null, forkHash: null, firstHash: null, otherHash: null, height: 3, hash: 'ab' },
  chainWork: null,
  ...{ blocks: null, reasons: ['bad-txns'], nodeCount: 1, nodes: [{ ...node, isSyncing: false }] },
};

const message = (type: string, more: Partial<ShownIncident>) => ({
  ...{ type, timestamp: at.toISOString(), schemaVersion: 1 },
  data: { organizationId: 'acme', endpointId: 'endpoint', sequence: 1, incident: viewIncident(row(more)) },
});

test.each([
  ['incident.opened', {}],
  ['incident.opened', { code: 'chain_split', subjectType: 'network', data: { branches: [branch] } }],
  ['incident.acknowledged', { acknowledgedAt: at, acknowledgedBy: 'ada', note: 'on it' }],
  ['incident.closed', { status: 'closed', closedAt: new Date(at.getTime() + 90_000) }],
] as [string, Partial<ShownIncident>][])('%s has the names and shapes of its published schema', (type, more) => {
  expectValid(message(type, more));
});

test('a message with an unknown, missing or wrong field is not valid', () => {
  const { data, ...valid } = message('incident.opened', {});
  const { updatedAt: _updatedAt, ...incomplete } = data.incident;
  for (const incident of [{ ...data.incident, subject: {} }, incomplete, { ...data.incident, durationSeconds: null }])
    expect(() => expectValid({ ...valid, data: { ...data, incident } } as { type: string })).toThrow();
});
