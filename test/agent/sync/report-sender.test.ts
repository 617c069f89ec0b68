import { beforeEach, describe, expect, test } from 'vitest';
import { ControlPlaneError } from '../../../src/agent/control-plane/call-error.ts';
import type { SyncAnswer } from '../../../src/agent/control-plane/sync-answer.ts';
import { isShort, ReportSender, type Sync } from '../../../src/agent/sync/report-sender.ts';
import type { SyncExecutorInput } from '../../../src/contract/types.generated.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';
import { describedHost } from './described-host.ts';

const never = new AbortController().signal;
const answer = (observedRevision: string | null): SyncAnswer => ({
  executorId: 'e',
  revision: 1,
  recovery: null,
  observedRevision,
  nodes: [],
  heartbeatIntervalSeconds: 10,
  requests: [],
  rotateKeyAt: null,
  keyExpiresAt: null,
  upgrade: null,
});
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
let sender: ReportSender;

beforeEach(() => {
  sent = [];
  controlPlane = accepting;
  const sync = (input: SyncExecutorInput, signal: AbortSignal) => {
    sent.push(isShort(input) ? 'short' : 'full');
    return controlPlane(input, signal);
  };
  sender = new ReportSender({ sync, clock: new VirtualClock(0) });
});
const send = () => sender.send(describedHost, never);

describe('a sender of reports', () => {
  test('says everything once, and then that nothing changed', async () => {
    for (let beat = 0; beat < 3; beat++) await send();
    expect(sent).toEqual(['full', 'short', 'short']);
  });

  test.each(['observation_unknown', 'invalid_input'])(
    'says everything at once when the short form is refused (%s), in the same heartbeat',
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
    await expect(send()).rejects.toThrow('another agent');
    await expect(send()).rejects.toThrow('another agent');
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

  test('says everything each time to a control plane that acknowledges nothing', async () => {
    controlPlane = async () => answer(null);
    for (let beat = 0; beat < 3; beat++) await send();
    expect(sent).toEqual(['full', 'full', 'full']);
  });
});
