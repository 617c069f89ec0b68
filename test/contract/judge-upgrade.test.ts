import { expect, test } from 'vitest';
import { type JudgedExecutor, judgeExecutor, judgeUpgrade } from '../../src/contract/judge-upgrade.ts';

const upgradability = { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' } as const;
const executor: JudgedExecutor = { name: 'host-1', online: true, version: '1.0.0', channel: 'stable', upgradability };
const release = {
  ...{ version: '1.10.0', channel: 'stable', lowestVersion: null, image: null },
  artifacts: [{ platform: 'linux-x64' }],
};

test('a release is later as a version, and not as a text', () => {
  expect(judgeUpgrade({ ...executor, version: '1.9.0' }, release, null)).toBeNull();
});

test.each<[string, Partial<JudgedExecutor>, string | null]>([
  ['an agent that can', {}, null],
  ['one that is offline', { online: false }, 'host-1 is offline'],
  ['a version that is none', { version: 'dev' }, 'not a semantic version'],
  ['an agent that says nothing', { upgradability: null }, 'install a later version on the host'],
  ['one that cannot', { upgradability: { ...upgradability, canUpgrade: false, reason: 'why' } }, 'remotely: why'],
])('of %s is known before a release is chosen whether it can be upgraded', (_what, change, message) => {
  const judged = judgeExecutor({ ...executor, ...change });
  if (message === null) expect(judged).toBeNull();
  else expect(judged?.message).toContain(message);
});
