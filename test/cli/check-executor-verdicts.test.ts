import { expect, test } from 'vitest';
import { CommandError } from '../../src/cli/command-error.ts';
import { levelOf, runChecks } from '../../src/cli/control-plane/check-executor/checks.ts';
import { type Trial, TrialNode } from '../../src/cli/control-plane/check-executor/trial-node.ts';

const trialWith = (call: () => Promise<never>) =>
  new TrialNode({
    ...{ name: 'check', network: 'regtest', clientVersion: '31.0', timeoutSeconds: 0.01 },
    executor: { id: 'executor', lastSeenAt: null },
    api: { call },
  } as unknown as Trial);

test.each([
  [true, null, 'could not be checked: The control plane’s database is busy.'],
  [false, false, 'The control plane’s database is busy.'],
])('a failed call that is retryable: %s leaves the verdict %s', async (retryable, conforms, reason) => {
  const busy = new CommandError('The control plane’s database is busy.', 'unreachable', { retryable });
  const results = await runChecks(
    trialWith(() => Promise.reject(busy)),
    1,
    () => undefined,
  );
  expect(results[0]).toMatchObject({ level: 0, conforms, reason });
  expect(levelOf(results)).toBeNull();
});
