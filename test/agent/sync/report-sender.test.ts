import { beforeEach, describe, expect, test } from 'vitest';
import { ControlPlaneError } from '../../../src/agent/control-plane/call-error.ts';
import {
  type AcknowledgedReport,
  acknowledge,
  fullReportIntervalMs,
  isShort,
  omitAcknowledged,
  reportSender,
  type Sync,
} from '../../../src/agent/sync/report-sender.ts';
import type { FullReport } from '../../../src/contract/full-report.ts';
import type { SyncExecutorInput } from '../../../src/contract/types.generated.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';
import { describedHost, syncAnswer } from './described-host.ts';

const never = new AbortController().signal;
const answer = (observedRevision: string | null) => syncAnswer({ observedRevision });
const accepting: Sync = async () => answer('r1');
const failing =
  (error: Error): Sync =>
  async () => {
    throw error;
  };
const refusingShort =
  (code: string): Sync =>
  async (input) => {
    if (isShort(input)) throw new ControlPlaneError('refused', 'no', code);
    return answer('r2');
  };

let sent: string[];
let controlPlane: Sync;
let sender: ReturnType<typeof reportSender>;

beforeEach(() => {
  sent = [];
  controlPlane = accepting;
  const sync = (input: SyncExecutorInput, signal: AbortSignal) => {
    sent.push(isShort(input) ? 'short' : 'full');
    return controlPlane(input, signal);
  };
  sender = reportSender({ sync, clock: new VirtualClock(0) });
});
const send = () => sender(describedHost, never);

describe('a sender of reports', () => {
  test('says everything once, and then that nothing changed; everything where nothing is acknowledged', async () => {
    for (let beat = 0; beat < 3; beat++) await send();
    controlPlane = async () => answer(null);
    for (let beat = 0; beat < 3; beat++) await send();
    expect(sent).toEqual(['full', 'short', 'short', 'short', 'full', 'full']);
  });

  test.each(['observation_unknown', 'invalid_input'])(
    'says everything at once when the short form is refused: %s',
    async (code) => {
      await send();
      controlPlane = refusingShort(code);
      expect(await send()).toEqual(answer('r2'));
      controlPlane = accepting;
      await send();
      expect(sent).toEqual(['full', 'short', 'full', 'short']);
    },
  );

  test('gives up when everything is refused too, and says everything next time', async () => {
    await send();
    controlPlane = failing(new ControlPlaneError('refused', 'another agent', 'executor_name_in_use'));
    for (let beat = 0; beat < 2; beat++) await expect(send()).rejects.toThrow('another agent');
    expect(sent).toEqual(['full', 'short', 'full', 'full']);
  });

  test.each([
    new ControlPlaneError('unreachable', 'away'),
    new ControlPlaneError('invalid', 'nonsense'),
    new Error('a fault of our own'),
  ])('asks once when the answer does not come (%s), and says everything next time', async (error) => {
    await send();
    controlPlane = failing(error);
    await expect(send()).rejects.toBe(error);
    controlPlane = accepting;
    await send();
    await send();
    expect(sent).toEqual(['full', 'short', 'full', 'short']);
  });
});

const node = { id: 'n1', phase: 'running', since: '2026-01-01T00:00:00.000Z' } as const;
const fuller: FullReport = { ...describedHost, knownRevision: 3 };
const { resources } = fuller;
const busier = { ...resources, cpuCores: { ...resources.cpuCores, free: 1 } };
const short = { name: 'host', instanceId: describedHost.instanceId, knownRevision: 3, observedRevision: 'r1' };
/** The state held after a report that was acknowledged as `r1`. */
const acknowledged = (report: FullReport, said: SyncExecutorInput, before: AcknowledgedReport | null, now: number) =>
  acknowledge(report, said, { revision: 'r1', before, now });
const held = acknowledged(fuller, fuller, null, 0);

describe('a heartbeat', () => {
  test('says everything when nothing was acknowledged, and then its name, its installation and two revisions', () => {
    expect(omitAcknowledged(fuller, null, 0)).toEqual(fuller);
    expect(omitAcknowledged(fuller, held, 1000)).toEqual(short);
    expect(omitAcknowledged({ ...fuller, knownRevision: 4 }, held, 1000)).toEqual({ ...short, knownRevision: 4 });
  });

  test('brings only the resources when nothing else changed, and not twice', () => {
    const measured = { ...fuller, resources: busier };
    const said = omitAcknowledged(measured, held, 1000);
    expect(said).toEqual({ ...short, resources: busier });
    expect(omitAcknowledged(measured, acknowledged(measured, said, held, 1000), 2000)).toEqual(short);
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
    expect(omitAcknowledged({ ...fuller, ...change }, held, 1000)).toEqual({ ...fuller, ...change });
  });

  test('says everything anew every five minutes, which a short heartbeat does not put off', () => {
    expect(omitAcknowledged(fuller, held, fullReportIntervalMs - 1)).toEqual(short);
    const said = omitAcknowledged(fuller, held, fullReportIntervalMs);
    expect(said).toEqual(fuller);
    const again = acknowledged(fuller, said, held, fullReportIntervalMs);
    expect(omitAcknowledged(fuller, again, fullReportIntervalMs + 1)).toEqual(short);
    expect(acknowledged(fuller, short, held, 5000)?.fullReportAt).toBe(0);
  });

  test('says everything after an answer that acknowledges nothing, and what changed since it was acknowledged', () => {
    for (const revision of [null, undefined]) {
      expect(acknowledge(fuller, fuller, { revision, before: null, now: 0 })).toBeNull();
      expect(acknowledge(fuller, short, { revision, before: held, now: 0 })).toBeNull();
    }
    const changed = { ...fuller, nodes: [node] };
    expect(omitAcknowledged(changed, acknowledged(fuller, short, held, 5000), 6000)).toEqual(changed);
  });
});
