import { mkdirSync, writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openUpgradeJournal } from '../../../src/agent/upgrade/journal.ts';
import { UpgradeReporter } from '../../../src/agent/upgrade/upgrade-reporter.ts';
import { systemClock } from '../../../src/timing/clock.ts';
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
    () => upgrader.status().lookedAt !== null && upgrader.status().why.startsWith('the upgrade is stuck'),
  );
  expect(upgrader.status().why).toContain(`${files().order} is invalid`);
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

test('why a download does not go on reaches the control plane at once, and once for each reason', () => {
  let wakes = 0;
  const log = pino({ level: 'silent' });
  const reporter = new UpgradeReporter({
    ...{ journal: openUpgradeJournal(files(), log), record: () => {}, clock: systemClock, log },
    wakeHeartbeat: () => wakes++,
  });
  const progress = reporter.preparing({ requestId: 'a', fromVersion: '1.0.0', targetVersion: '1.1.0' });
  progress.step('fetching');
  const before = wakes;
  for (let tries = 0; tries < 3; tries++) progress.show(null, 'nobody vouches for the certificate; tried again');
  expect(wakes).toBe(before + 1);
  expect(reporter.report).toMatchObject({ state: 'fetching', reason: expect.stringContaining('nobody vouches') });
  progress.show(50, null);
  expect(wakes).toBe(before + 1);
});
