import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ReleaseArtifact } from '../../../src/contract/types.generated.ts';
import { readOrder, removeOrder } from '../../../src/upgrade/order.ts';
import { writeOutcome } from '../../../src/upgrade/outcome.ts';
import { until } from '../../harness/until.ts';
import { plans } from './tiny-release.ts';
import { outcome, request, upgradingHost } from './upgrading-host.ts';

// How an agent treats an outcome that a damaged disk made unreadable.

const { agent, files, kinds, serve } = upgradingHost();

const lost = '\0\0\0';

/** A request is ordered, and then the outcome is lost. */
async function loseOutcome(): Promise<ReleaseArtifact> {
  const artifact = await serve(plans());
  const ordering = agent(request('a', artifact));
  await ordering.says('switching');
  await ordering.end();
  writeFileSync(files().outcome, lost);
  return artifact;
}

test.each([
  ['1.0.0', 'failed'],
  ['1.1.0', 'committed'],
] as const)('after a switch it is kept, and where %s runs the request is told as %s', async (version, state) => {
  const artifact = await loseOutcome();
  removeOrder(files());
  const fresh = agent(request('a', artifact), version);
  const { report } = await fresh.says(state);
  expect(report?.reason).toContain('outcome.json');
  expect(readFileSync(`${files().outcome}.damaged`, 'utf8')).toBe(lost);
  expect(fresh.upgrader.status().last).toMatchObject({ requestId: 'a', state, reason: report?.reason });
  await until('it is said in the log', () => fresh.lines.some(({ msg }) => msg.includes('outcome.json.damaged')));
  expect(kinds().filter((kind) => kind === 'fetching')).toHaveLength(1);
});

test('during a switch it is left to the watcher, and the order stays although nobody asks for it', async () => {
  await loseOutcome();
  const fresh = agent(null);
  const { report } = await fresh.says('switching');
  expect(report?.reason).toContain('outcome.json');
  // An order that the watcher has not started would be withdrawn by then.
  await fresh.looks(10);
  expect(readOrder(files())).not.toBeNull();
  writeOutcome(files(), outcome('committed'));
  removeOrder(files());
  const again = agent(null, '1.1.0');
  await again.says(null);
  expect(kinds().filter((kind) => kind === 'committed')).toHaveLength(1);
});

test('one of an earlier request keeps nothing from being upgraded', async () => {
  const artifact = await serve(plans());
  mkdirSync(files().folder, { recursive: true });
  writeFileSync(files().outcome, lost);
  await agent(request('a', artifact)).says('switching');
  expect(existsSync(files().outcome)).toBe(false);
});
