import { describe, expect, test } from 'vitest';
import {
  type AcknowledgedReport,
  acknowledge,
  fullReportIntervalMs,
  omitAcknowledged,
} from '../../../src/agent/sync/report-sender.ts';
import type { FullReport } from '../../../src/contract/full-report.ts';
import { describedHost } from './described-host.ts';

const node = { id: 'n1', phase: 'running', since: '2026-01-01T00:00:00.000Z' } as const;
const fuller: FullReport = { ...describedHost, knownRevision: 3 };
const busier: FullReport['resources'] = {
  ...fuller.resources,
  cpuCores: { ...fuller.resources.cpuCores, free: 1 },
};

/** The state held after a full report named `r1`. */
const held = (): AcknowledgedReport => {
  const acknowledged = acknowledge(fuller, fuller, { revision: 'r1', before: null, now: 0 });
  if (acknowledged === null) throw new Error('it was acknowledged');
  return acknowledged;
};
const short = { name: 'host', instanceId: describedHost.instanceId, knownRevision: 3, observedRevision: 'r1' };

describe('a heartbeat', () => {
  test('says everything when nothing was acknowledged', () => {
    expect(omitAcknowledged(fuller, null, 0)).toEqual(fuller);
  });

  test('that says nothing new carries its name, its installation and two revisions', () => {
    expect(omitAcknowledged(fuller, held(), 1000)).toEqual(short);
  });

  test('names the desired state that the agent holds by now', () => {
    expect(omitAcknowledged({ ...fuller, knownRevision: 4 }, held(), 1000)).toEqual({ ...short, knownRevision: 4 });
  });

  test('brings only the resources when nothing else changed, and not twice', () => {
    const measured = { ...fuller, resources: busier };
    const sent = omitAcknowledged(measured, held(), 1000);
    expect(sent).toEqual({ ...short, resources: busier });
    const after = acknowledge(measured, sent, { revision: 'r1', before: held(), now: 1000 });
    expect(omitAcknowledged(measured, after, 2000)).toEqual(short);
  });

  test.each<[string, Partial<FullReport>]>([
    ['a node', { nodes: [node] }],
    ['an orphan', { orphans: [{ nodeId: 'n', name: 'n' }] }],
    ['the version', { version: '1.0.1' }],
    ['what the host offers', { capabilities: { clients: [], networks: [], nodeTypes: [] } }],
    ['a warning', { keyWarning: 'the key cannot be rotated' }],
    ['the name', { name: 'another' }],
    ['the installation', { instanceId: 'another' }],
  ])('says everything when %s changed', (_what, change) => {
    const changed = { ...fuller, ...change };
    expect(omitAcknowledged(changed, held(), 1000)).toEqual(changed);
  });

  test('says everything anew every five minutes', () => {
    expect(omitAcknowledged(fuller, held(), fullReportIntervalMs - 1)).toEqual(short);
    const sent = omitAcknowledged(fuller, held(), fullReportIntervalMs);
    expect(sent).toEqual(fuller);
    const after = acknowledge(fuller, sent, { revision: 'r1', before: held(), now: fullReportIntervalMs });
    expect(omitAcknowledged(fuller, after, fullReportIntervalMs + 1)).toEqual(short);
  });
});

describe('an answer', () => {
  test.each([null, undefined])('that names nothing (%s) asks for everything', (revision) => {
    expect(acknowledge(fuller, fuller, { revision, before: null, now: 0 })).toBeNull();
    expect(acknowledge(fuller, short, { revision, before: held(), now: 0 })).toBeNull();
  });

  test('a short heartbeat does not put off the next full one', () => {
    const after = acknowledge(fuller, short, { revision: 'r1', before: held(), now: 5000 });
    expect(after?.fullReportAt).toBe(0);
  });

  test('that acknowledges what was said before acknowledges nothing of what changed meanwhile', () => {
    const changed = { ...fuller, nodes: [node] };
    const after = acknowledge(fuller, short, { revision: 'r1', before: held(), now: 5000 });
    expect(omitAcknowledged(changed, after, 6000)).toEqual(changed);
  });
});
