import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LogResponder, type LogResponderOptions } from '../../../src/agent/logs/log-responder.ts';
import type { NodeLogsInput } from '../../../src/contract/types.generated.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';

const request = (sessionId: string | number) => ({ sessionId: String(sessionId), nodeId: 'n', tail: 10 });
const requests = (count: number) => Array.from({ length: count }, (_, at) => request(at));

/** A responder whose reports arrive only when a test lets them. */
function responder(options: Partial<LogResponderOptions> = {}) {
  const reports: { input: NodeLogsInput; arrival: PromiseWithResolvers<void> }[] = [];
  const logs = new LogResponder({
    readLog: async () => ['line'],
    report: (input) => {
      const arrival = Promise.withResolvers<void>();
      reports.push({ input, arrival });
      return arrival.promise;
    },
    log: listeningLog().log,
    ...options,
  });
  const untilReports = (count: number) =>
    until(`${count} reports were sent`, () => reports.length >= count, undefined, 1);
  return { logs, reports, untilReports, sessions: () => reports.map(({ input }) => input.sessionId) };
}

test('a log request that every heartbeat repeats is answered once', async () => {
  const { logs, reports, untilReports, sessions } = responder();
  for (let beat = 0; beat < 5; beat++) logs.handle([request('a'), request('b')]);
  await untilReports(2);
  for (const { arrival } of reports) arrival.resolve();
  await turn();
  expect(sessions()).toEqual(['a', 'b']);
});

test('four log requests are answered at the same time, and the others in their turn', async () => {
  const { logs, reports, untilReports, sessions } = responder();
  logs.handle(requests(6));
  await untilReports(4);
  await turn();
  expect(sessions()).toEqual(['0', '1', '2', '3']);
  // A slow reader of one log holds up no other.
  reports[2]?.arrival.resolve();
  await untilReports(5);
  await turn();
  expect(sessions()).toEqual(['0', '1', '2', '3', '4']);
});

test('a log request whose answer could not be reported is answered when it comes again', async () => {
  const { logs, reports, untilReports, sessions } = responder();
  logs.handle([request('a')]);
  await untilReports(1);
  reports[0]?.arrival.reject(new Error('the control plane is away'));
  await turn();
  logs.handle([request('a')]);
  await untilReports(2);
  expect(sessions()).toEqual(['a', 'a']);
});

test('at most 20 log requests are pending; the others come again with a later heartbeat', async () => {
  const { logs, reports, untilReports, sessions } = responder();
  logs.handle(requests(500));
  for (let at = 0; at < 20; at++) {
    await untilReports(at + 1);
    reports[at]?.arrival.resolve();
  }
  await turn();
  expect(sessions()).toHaveLength(20);
  logs.handle([request(400)]);
  await untilReports(21);
  expect(sessions().at(-1)).toBe('400');
});

test.each<[string, LogResponderOptions['readLog'], Partial<NodeLogsInput>]>([
  ['holds the lines', async (nodeId, tail) => [nodeId, String(tail)], { lines: ['n', '10'], error: null }],
  ['says that the node has no container', async () => null, { lines: [], error: 'the node has no container now' }],
  ['says why the log cannot be read', () => Promise.reject(new Error('no engine')), { lines: [], error: 'no engine' }],
])('the answer to a log request %s', async (_what, readLog, answer) => {
  const { logs, reports, untilReports } = responder({ readLog });
  logs.handle([request('a')]);
  await untilReports(1);
  expect(reports[0]?.input).toEqual({ sessionId: 'a', ...answer });
});
