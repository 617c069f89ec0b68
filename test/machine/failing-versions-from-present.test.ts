import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashing, deaf, dying, expectFound, refusing, stuck, unreaching } from './failing-versions.ts';
import { fillStore } from './filled-store.ts';
import { UpgradeMachine } from './upgrade-machine.ts';

// Versions that fail, which the watcher of this release must find. The tests follow one another on one machine: each begins and ends with this
// release and the same full store.

const versions = [crashing, refusing, stuck, unreaching, dying];
let machine: UpgradeMachine;

beforeAll(async () => {
  machine = await UpgradeMachine.start([deaf, ...versions].map(({ release }) => release));
  await fillStore(machine);
}, 600_000);
afterAll(() => machine?.[Symbol.asyncDispose](), 60_000);

test(`a version that ${deaf.fault} is found, and killed before systemd would do it`, async () => {
  await expectFound(machine, deaf);
  const said = await machine.box.do('journalctl -u satrap-agent.service --no-pager');
  expect(said).toMatch(/Main process exited, code=killed, status=9\/KILL/);
  expect(said).not.toMatch(/timed out/);
}, 200_000);

test.each(versions)(
  'a version that $fault is found, and the former one runs again with its evidence',
  (version) => expectFound(machine, version),
  200_000,
);
