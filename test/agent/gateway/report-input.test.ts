import { expect, test } from 'vitest';
import { reportInput } from '../../../src/agent/gateway/report-input.ts';

test('reportInput › shortens texts to what the control plane accepts', () => {
  const at = '2026-11-30T12:00:00.000Z';
  const long = 'x'.repeat(2000);
  const member = { nodeId: 'n', name: 'alpha', code: 'invalid', reason: long, since: at, height: null, lag: null };
  const endpoint = { id: 'e', name: 'main', problem: long, isListening: true, connections: 0, consumers: [] };
  const input = reportInput(
    {
      ...{ version: 1, release: '1.0.0', startedAt: at, writes: [], writesPending: 0 },
      configuration: { sha256: null, loadedAt: null, problem: long },
      endpoints: [
        { ...endpoint, members: [{ ...member, chainWork: null, tip: null, inFlight: 0, queued: 0, warnings: [] }] },
      ],
    },
    null,
  );
  const [reported] = input.endpoints;
  const texts = [input.problem, reported?.problem, reported?.members[0]?.reason];
  expect(texts.map((text) => (text?.length ?? 0) <= 1000 && text?.startsWith('xxx'))).toEqual([true, true, true]);
});
