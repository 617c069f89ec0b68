import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DockerClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { LogAnswers } from '../../../src/agent/logs/log-responder.ts';
import type { NodeLogsInput } from '../../../src/contract/types.generated.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';

const request = (sessionId: string | number) => ({ sessionId: String(sessionId), nodeId: 'n', tail: 10 });

/** Answers that go out only when a test lets them. */
function answering() {
  const sent: string[] = [];
  const waiting: PromiseWithResolvers<void>[] = [];
  const answers = new LogAnswers({
    docker: new DockerClient('/nowhere'),
    containerOf: () => undefined,
    report: ({ sessionId }: NodeLogsInput) => {
      sent.push(sessionId);
      const one = Promise.withResolvers<void>();
      waiting.push(one);
      return one.promise;
    },
    log: listeningLog().log,
  });
  return { answers, sent, waiting };
}

test('a request that each heartbeat repeats is answered once, and one after the other', async () => {
  const { answers, sent, waiting } = answering();
  for (let beat = 0; beat < 5; beat++) answers.take([request('a'), request('b')]);
  await until('the first is under way', () => waiting.length === 1);
  await turn();
  expect(sent).toEqual(['a']);
  waiting[0]?.resolve();
  await until('the second is under way', () => waiting.length === 2);
  waiting[1]?.resolve();
  await turn();
  expect(sent).toEqual(['a', 'b']);
});

test('a request whose answer failed is answered when it comes again', async () => {
  const { answers, sent, waiting } = answering();
  answers.take([request('a')]);
  await until('it is under way', () => waiting.length === 1);
  waiting[0]?.reject(new Error('the control plane is away'));
  await turn();
  answers.take([request('a')]);
  await until('it is under way again', () => waiting.length === 2);
  expect(sent).toEqual(['a', 'a']);
});

test('at most 20 wait here; the others come again with a later heartbeat', async () => {
  const { answers, sent, waiting } = answering();
  answers.take(Array.from({ length: 500 }, (_, at) => request(at)));
  for (let at = 0; at < 20; at++) {
    await until(`answer ${at} is under way`, () => waiting.length > at, 5000, 1);
    waiting[at]?.resolve();
  }
  await turn();
  expect(sent).toHaveLength(20);
  answers.take([request(400)]);
  await until('a later one is under way', () => sent.at(-1) === '400');
});
