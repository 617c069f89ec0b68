import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeOutcome } from '../../../src/upgrade/outcome.ts';
import { until } from '../../harness/until.ts';
import { outcome, request, upgradingHost } from './upgrading-host.ts';

const { agent, files } = upgradingHost();

test('an agent whose order cannot be read, such as one of a later version, says that where its status is asked', async () => {
  mkdirSync(files().folder, { recursive: true });
  writeFileSync(files().order, '{}');
  const { upgrader, end } = agent(request('b', null));
  await until(
    'it was asked',
    () => upgrader.status().lookedAt !== null && upgrader.status().why.startsWith('no upgrade'),
  );
  expect(upgrader.status().why).toContain(`${files().order} is not what it should be`);
  await end();
});

test('an agent that starts and tells of an earlier upgrade again names that one’s version, not that of the last request', async () => {
  mkdirSync(files().folder, { recursive: true });
  writeOutcome(files(), outcome('committed'));
  const first = agent(null, '1.1.0');
  await first.says(null);
  first.state.wanted = request('b', null, '1.2.0');
  first.heartbeat();
  await first.says('failed');
  await first.end();
  const { upgrader } = agent(null, '1.1.0');
  expect(upgrader.status().request).toMatchObject({ requestId: 'a', state: 'committed', targetVersion: '1.1.0' });
});
