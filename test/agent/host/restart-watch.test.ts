import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type HostRun, RestartWatch, readBootId, restartEvent } from '../../../src/agent/host/restart-watch.ts';
import type { NewEvent } from '../../../src/agent/outbox/event.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { until } from '../../harness/until.ts';

const before: HostRun = { bootId: 'boot 1', engineStartedAt: 1000 };
const unknown: HostRun = { bootId: null, engineStartedAt: null };

test.each<[string, HostRun, HostRun, string | undefined]>([
  ['the same run', before, before, undefined],
  ['another boot', before, { bootId: 'boot 2', engineStartedAt: 2000 }, 'executor.host-restarted'],
  ['a boot whose systemd an earlier agent did not look at', { ...before, bootId: 'boot' }, before, undefined],
  ['another boot after an earlier agent', { ...before, bootId: 'other' }, before, 'executor.host-restarted'],
  ['another start of the engine', before, { ...before, engineStartedAt: 2000 }, 'executor.engine-restarted'],
  ['the first run that is seen', unknown, before, undefined],
  ['a run of which nothing is known', before, unknown, undefined],
])('the event for %s after %j: %j → %s', (_what, last, now, kind) => {
  expect(restartEvent(last, now)?.kind).toBe(kind);
});

test('a restart is reported once, as an event of the executor, also after a restart of the agent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-restarts-'));
  const database = openStore(folder);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const events: NewEvent[] = [];
  let run = before;
  const newWatch = () =>
    new RestartWatch({ database, record: (event) => events.push(event), readRun: async () => run });
  await newWatch().check();
  run = { bootId: 'boot 2', engineStartedAt: 2000 };
  await newWatch().check();
  await newWatch().check();
  expect(events).toEqual([
    {
      kind: 'executor.host-restarted',
      nodeId: null,
      message: 'The host was rebooted, and its nodes restarted with it.',
    },
  ]);
});

test('the id of this boot is known, and another one for each start of the systemd of a system container', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-systemd-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const made = (name: string) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };
  const none = await readBootId(join(folder, 'none'));
  expect(none).toMatch(/^[0-9a-f-]{36}$/);
  const first = made('first');
  const id = await readBootId(first);
  expect(id).toMatch(/^[0-9a-f-]{36} \d+$/);
  writeFileSync(join(first, 'later.service'), '');
  expect(await readBootId(first)).toBe(id);
  await until('a folder is younger', async () => (await readBootId(made(randomUUID()))) !== id);
});
