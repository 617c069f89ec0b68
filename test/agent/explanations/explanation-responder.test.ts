import { expect, test } from 'vitest';
import {
  ExplanationResponder,
  type ExplanationResponderOptions,
} from '../../../src/agent/explanations/explanation-responder.ts';
import type { NodeExplanationInput } from '../../../src/contract/types.generated.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';

const explained = { desired: ['running'], observed: ['it runs'], steps: [], waitingFor: null };

function responder(options: Partial<ExplanationResponderOptions> = {}) {
  const reports: NodeExplanationInput[] = [];
  const report = async (input: NodeExplanationInput[]) => {
    reports.push(...input);
  };
  const made = new ExplanationResponder({
    explain: async () => explained,
    report,
    log: listeningLog().log,
    ...options,
  });
  return { responder: made, reports };
}

test('a node is explained once, however often it is asked for meanwhile', async () => {
  const answer = Promise.withResolvers<typeof explained>();
  const { responder: made, reports } = responder({ explain: () => answer.promise });
  made.handle(['one']);
  made.handle(['one', 'two']);
  answer.resolve(explained);
  await until('both are reported', () => reports.length === 2);
  expect(reports.map(({ nodeId }) => nodeId)).toEqual(['one', 'two']);
});

test('what could not be reported is asked for again', async () => {
  let tries = 0;
  const { responder: made } = responder({
    report: async () => {
      tries++;
      if (tries === 1) throw new Error('the control plane is away');
    },
  });
  made.handle(['one']);
  await until('it was tried', () => tries === 1);
  await until('it is taken again', () => {
    made.handle(['one']);
    return tries === 2;
  });
});

test.each<[string, Partial<ExplanationResponderOptions>, string]>([
  ['a node that the agent does not know', { explain: async () => undefined }, 'does not know the node yet'],
  [
    'an engine that does not answer',
    {
      explain: async () => {
        throw new Error('Docker does not answer');
      },
    },
    'Docker does not answer',
  ],
])('%s is an answer', async (_what, options, text) => {
  const { responder: made, reports } = responder(options);
  made.handle(['one']);
  await until('it is reported', () => reports.length === 1);
  expect(reports[0]?.observed.join()).toContain(text);
});

test('an explanation is cut to what the control plane takes', async () => {
  const long = { desired: ['x'.repeat(5000)], observed: Array(300).fill('line'), steps: [], waitingFor: null };
  const { responder: made, reports } = responder({ explain: async () => long });
  made.handle(['one']);
  await until('it is reported', () => reports.length === 1);
  expect(reports[0]?.desired[0]).toHaveLength(2000);
  expect(reports[0]?.observed).toHaveLength(200);
});
