import { expect } from 'vitest';
import type { Variant } from '../harness/release-variant.ts';
import { expectKept, readStore } from './filled-store.ts';
import type { UpgradeMachine } from './upgrade-machine.ts';

/** A version that must not stay, and how that is told. */
export interface FailingVersion {
  release: Variant;
  /** For the test's output. */
  fault: string;
  state: 'rolled_back' | 'failed';
  /** What the reason says, with the last words of the version. */
  evidence: RegExp;
}

/** Adds a migration behind the last one, so that the former version does not read the store of this one. */
export const withMigration = (text: string): string =>
  text.replace(
    /(outbox_dropped \(kind TEXT PRIMARY KEY, count INTEGER NOT NULL\) STRICT;)`/,
    '$1`,`ALTER TABLE outbox ADD COLUMN urgent INTEGER`',
  );

/**
 * A version in which something else happens in a command of the agent. The program is started in place of the shell, with its id, by the Node of the
 * version before.
 */
const failing = (
  fault: string,
  version: string,
  [command, script]: [string, string],
  evidence: RegExp,
  state: FailingVersion['state'] = 'rolled_back',
): FailingVersion => ({
  release: {
    ...{ version, node: '/opt/satrap/watcher/bin/node', change: withMigration },
    begin: `case "$*" in "agent ${command}"*) ${script} ;; esac`,
  },
  ...{ fault, state, evidence },
});

export const crashing = failing(
  'crashes at its start',
  '90.2.1',
  ['run', 'echo "cannot go on: no flux" >&2; exit 1'],
  /exited 3 times: exit code 1[\s\S]*Last output: [\s\S]*cannot go on: no flux/,
);
export const deaf = failing(
  'hangs at its start, and does not end when it is told to',
  '90.2.8',
  ['run', 'trap "" TERM; echo "thinking hard" >&2; exec sleep 1000'],
  /it does not respond\. Last output: thinking hard$/,
);
export const unreadable = failing(
  'cannot read the store',
  '90.2.6',
  ['upgrade-store', 'echo "the store is foreign" >&2; exit 1'],
  /the store is foreign/,
  'failed',
);
export const others = [
  // It is not started again, and says one line.
  failing(
    'refuses its settings',
    '90.2.7',
    ['run', 'echo "there is no such setting" >&2; exit 2'],
    /it exited: exit code 2\. Last output: there is no such setting$/,
  ),
  failing(
    'hangs 3 s after its start',
    '90.2.3',
    ['run', '(sleep 3; kill -STOP $$) &'],
    /it does not respond\. Last output: /,
  ),
  failing(
    'cannot reach the engine',
    '90.2.4',
    ['run', 'set -- "$@" --docker-socket /run/other.sock'],
    /cannot reach the engine: [\s\S]*; version \S+ succeeded at the same time\. Last output: [\s\S]*connect ENOENT/,
  ),
  // It lives too short for three good rounds.
  failing('dies in a loop', '90.2.5', ['run', '(sleep 3; kill -KILL $$) &'], /ended [34] times: signal 9/),
];

/**
 * Asks for a version that fails, and expects that it is found, that the version before it runs again with the whole store, and that no container
 * of a node was touched. What the machine tells of it must not be taken meanwhile: all that waits is compared.
 */
export async function expectFound(machine: UpgradeMachine, version: FailingVersion): Promise<void> {
  const runs = await machine.containers();
  const before = await readStore(machine);
  const { version: targetVersion } = version.release;
  expect(await machine.upgrade(targetVersion)).toMatchObject({
    state: version.state,
    reason: expect.stringMatching(version.evidence),
  });
  await machine.untilEnded();
  await sayWhenFound(machine, version);
  await machine.expectOneAgent(machine.first);
  expect(await machine.box.do('readlink /opt/satrap/watcher')).toBe(`versions/${machine.first}`);
  expect(await machine.containers()).toBe(runs);
  const after = await readStore(machine);
  expectKept(before, after);
  expect(after.upgrades.slice(before.upgrades.length)).toEqual([{ targetVersion, state: version.state }]);
}

/** Says in the test's output how long after its start a version was found, and when the one before it answered again, by the machine's clock. */
async function sayWhenFound({ box }: UpgradeMachine, { fault, release: { version } }: FailingVersion): Promise<void> {
  const lines = await box.do('journalctl -u satrap-agent-upgrade -o short-unix --no-pager');
  const lastAt = (said: string) =>
    Number([...lines.matchAll(new RegExp(`^(\\d+\\.\\d+) \\S+ [^:\\n]*: ${said}`, 'gm'))].at(-1)?.[1]);
  const startedAt = lastAt(`switching from \\S+ to ${version}: start$`);
  // One that was never started has no such line.
  if (Number.isNaN(startedAt)) return;
  const after = (said: string) => `${(lastAt(said) - startedAt).toFixed(1)} s`;
  console.log(
    `a version that ${fault}: found ${after('rolling back from \\S+ to \\S+: stop$')} after its start, ` +
      `the former one answered again after ${after('rolled_back')}`,
  );
}
