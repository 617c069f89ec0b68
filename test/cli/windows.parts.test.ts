import { expect, test } from 'vitest';
import { TestCommands } from './test-commands.ts';

const satrap = new TestCommands();

test('windows › are set, listed and deleted, for all nodes and for a label', async () => {
  expect(await satrap.run('windows list')).toMatchObject({ stdout: expect.stringContaining('no maintenance windows') });
  const run = (...args: string[]) => satrap.stdout(args);
  expect(await run('windows', 'set', 'Sat,Sun 02:00-05:00 Europe/Berlin')).toBe(
    'rollouts restart nodes without a schedule of a label only Sat,Sun 02:00-05:00 Europe/Berlin\n',
  );
  await run('windows', 'set', 'Wed 23:00-01:30', 'Thu 23:00-24:00', '--time-zone', 'Asia/Tokyo', '-l', 'region=ap');
  expect(await run('windows', 'list')).toMatch(
    /^NODES +WINDOWS\nall others +Sat,Sun 02:00-05:00 Europe\/Berlin\nregion=ap +Wed 23:00-01:30, Thu 23:00-24:00 Asia\/Tokyo\n$/i,
  );
  expect(await run('windows', 'delete', '-l', 'region=ap', '--yes')).toBe(
    'deleted the schedule of nodes with region=ap\n',
  );
  await run('windows', 'delete', '--yes');
  expect((await satrap.run('windows delete --yes')).code).not.toBe(0);
});

test.each([
  ['a text that is no window', ['Sat 2-5 UTC'], 'is no window; write it as'],
  ['windows without a time zone', ['Sat 02:00-05:00'], 'name the time zone of the windows'],
  ['several time zones', ['Sat 02:00-05:00 UTC', 'Sun 02:00-05:00 Asia/Tokyo'], 'have several time zones'],
  ['a time zone that nobody knows', ['Sat 02:00-05:00 Mars/Olympus'], 'must be a time zone of the IANA database'],
])('windows set › refuses %s', async (_title, windows, message) => {
  expect((await satrap.run(['windows', 'set', ...windows])).stderr).toContain(message);
});
