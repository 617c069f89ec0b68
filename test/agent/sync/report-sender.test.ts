import { expect, test } from 'vitest';
import { ControlPlaneError } from '../../../src/agent/control-plane/call-error.ts';
import { reportSender } from '../../../src/agent/sync/report-sender.ts';
import type { FullReport } from '../../../src/contract/full-report.ts';
import type { SyncExecutorInput } from '../../../src/contract/types.generated.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';
import { describedHost, syncAnswer } from './described-host.ts';

const report: FullReport = { ...describedHost, knownRevision: 3 };
const short = { name: 'host', instanceId: describedHost.instanceId, knownRevision: 3, observedRevision: 'r1' };
const isShort = ({ observedRevision }: SyncExecutorInput) => Boolean(observedRevision);
const { resources } = report;
const busier = { ...resources, cpuCores: { ...resources.cpuCores, free: 1 } };

/** A sender to a control plane that acknowledges a report as `revision`, or fails as `fault` says. */
function sending() {
  const clock = new VirtualClock(0);
  const sent: SyncExecutorInput[] = [];
  const controlPlane = {
    revision: 'r1' as string | null,
    fault: (_input: SyncExecutorInput): Error | undefined => undefined,
  };
  const sender = reportSender({
    sync: async (input) => {
      sent.push(input);
      const error = controlPlane.fault(input);
      if (error !== undefined) throw error;
      return syncAnswer({ observedRevision: controlPlane.revision });
    },
    clock,
  });
  const send = (change: Partial<FullReport> = {}) => sender({ ...report, ...change }, new AbortController().signal);
  const forms = () => sent.map((input) => (isShort(input) ? 'short' : 'full'));
  return { clock, sent, controlPlane, send, forms };
}

test('sends everything once, then name, installation and two revisions', async () => {
  const { send, sent, controlPlane, forms } = sending();
  await send();
  await send();
  controlPlane.revision = null;
  await send({ knownRevision: 4 });
  expect(sent).toEqual([report, short, { ...short, knownRevision: 4 }]);
  for (let beat = 0; beat < 2; beat++) await send();
  expect(forms().slice(3)).toEqual(['full', 'full']);
});

test.each(['observation_unknown', 'invalid_input'])(
  'everything is said at once when the short form is refused: %s',
  async (code) => {
    const { send, controlPlane, forms } = sending();
    await send();
    controlPlane.fault = (input) => (isShort(input) ? new ControlPlaneError('refused', 'no', code) : undefined);
    controlPlane.revision = 'r2';
    expect(await send()).toEqual(syncAnswer({ observedRevision: 'r2' }));
    controlPlane.fault = () => undefined;
    await send();
    expect(forms()).toEqual(['full', 'short', 'full', 'short']);
  },
);

test.each([
  [new ControlPlaneError('refused', 'another agent', 'executor_name_in_use'), ['full', 'short', 'full', 'full']],
  [new Error('a fault of our own'), ['full', 'short', 'full']],
])('gives up on a late answer (%s), and sends everything next time', async (error, expected) => {
  const { send, controlPlane, forms } = sending();
  await send();
  controlPlane.fault = () => error;
  await expect(send()).rejects.toBe(error);
  controlPlane.fault = () => undefined;
  for (let beat = 0; beat < 2; beat++) await send();
  expect(forms()).toEqual([...expected, 'short']);
});

test('a heartbeat brings only the resources when nothing else changed, and not twice', async () => {
  const { send, sent } = sending();
  await send();
  for (let beat = 0; beat < 2; beat++) await send({ resources: busier });
  expect(sent.slice(1)).toEqual([{ ...short, resources: busier }, short]);
});

test.each<[string, Partial<FullReport>]>([
  ['a node', { nodes: [{ id: 'n1', phase: 'running', since: '2026-01-01T00:00:00.000Z' }] }],
  ['an orphan', { orphans: [{ nodeId: 'n', name: 'n' }] }],
  ['what the host offers', { capabilities: { clients: [], networks: [], nodeTypes: [] } }],
  ['a warning', { keyWarning: 'the key cannot be rotated' }],
  ['the installation', { instanceId: 'another' }],
])('a heartbeat says everything when %s changed', async (_what, change) => {
  const { send, sent } = sending();
  for (const beat of [{}, {}, change]) await send(beat);
  expect(sent[2]).toEqual({ ...report, ...change });
});

test('after an outage, a heartbeat brings the resources and what changed', async () => {
  const { send, sent, controlPlane, forms } = sending();
  const away = new ControlPlaneError('unreachable', 'away');
  await send();
  const lose = async () => {
    controlPlane.fault = () => away;
    await expect(send()).rejects.toBe(away);
    controlPlane.fault = () => undefined;
  };
  await lose();
  await send();
  expect(sent.at(-1)).toEqual({ ...short, resources: report.resources });
  await send();
  expect(sent.at(-1)).toEqual(short);
  await lose();
  controlPlane.fault = (input) =>
    isShort(input) ? new ControlPlaneError('refused', 'no', 'observation_unknown') : undefined;
  await send();
  expect(forms().slice(-2)).toEqual(['short', 'full']);
});

test('a heartbeat says everything again every hour, which a short one does not put off', async () => {
  const { clock, send, forms } = sending();
  for (const second of [0, 5, 3599, 3600, 3601]) {
    await clock.passUntil(second * 1000);
    await send();
  }
  expect(forms()).toEqual(['full', 'short', 'short', 'full', 'short']);
});
