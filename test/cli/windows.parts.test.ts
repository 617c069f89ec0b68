import { expect, test } from 'vitest';
import { SimulatedNodes } from '../harness/simulated-nodes.ts';
import { TestCommands } from './test-commands.ts';

const satrap = new TestCommands();

test('windows › are set, listed and deleted, for all nodes and for a label', async () => {
  expect(await satrap.run('windows list')).toMatchObject({ stdout: expect.stringContaining('no maintenance windows') });
  const run = (...args: string[]) => satrap.stdout(args);
  expect(await run('windows', 'set', 'Sat,Sun 02:00-05:00 Europe/Berlin')).toBe(
    'rollouts restart nodes without a schedule of a label only Sat,Sun 02:00-05:00 Europe/Berlin\n',
  );
  await run('windows', 'set', 'Wed 23:00-01:30', 'Thu 23:00-24:00', '--time-zone', 'Asia/Tokyo', '-l', 'region=ap');
  const listed = (await run('windows', 'list')).split('\n');
  const next = '(open until|opens) [A-Z][a-z]{2} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d';
  expect(listed[0]).toMatch(/^NODES +WINDOWS +NOW$/i);
  expect(listed[1]).toMatch(new RegExp(`^all others +Sat,Sun 02:00-05:00 Europe/Berlin +${next} \\(Europe/Berlin\\)$`));
  expect(listed[2]).toMatch(
    new RegExp(`^region=ap +Wed 23:00-01:30, Thu 23:00-24:00 Asia/Tokyo +${next} \\(Asia/Tokyo\\)$`),
  );
  expect(await run('windows', 'delete', '-l', 'region=ap', '--yes')).toBe(
    'deleted the schedule of nodes with region=ap\n',
  );
  await run('windows', 'delete', '--yes');
  expect((await satrap.run('windows delete --yes')).code).not.toBe(0);
});

test('restart --dry-run › names the windows that the nodes wait for', async () => {
  const nodes = await SimulatedNodes.start(satrap.controlPlane, 'kyoto');
  await nodes.create(['night-0', 'night-1']);
  await satrap.run(['windows', 'set', 'Sat 02:00-05:00 Asia/Tokyo', '-l', 'region=ap']);
  const restart = 'nodes restart --name night- --dry-run';
  expect(await satrap.stdout(restart)).toContain(
    'each waits for its maintenance window; --outside-windows restarts them at any hour\n  region=ap: Sat 02:00-05:00 Asia/Tokyo\n',
  );
  expect(await satrap.stdout(`${restart} --at-once`)).toContain('outside of their maintenance windows too');
  const outside = await satrap.stdout(`${restart} --outside-windows`);
  expect(outside).toContain('one at a time, at any hour, outside of maintenance windows too; the rollout stops');
  expect(outside).not.toContain('each waits');
  await satrap.run('windows delete -l region=ap --yes');
});

test('restart --dry-run › names the window, the height and the gate of the rollout', async () => {
  const words = 'nodes restart --name night- --dry-run --of-height 840000 --min-peers 8 --window'.split(' ');
  expect(await satrap.stdout([...words, 'Sun 03:00-04:00 UTC'])).toContain(
    'one at a time, only Sun 03:00-04:00 UTC, not within 144 blocks of height 840000, each with 8 peers; the rollout',
  );
  const alone = await satrap.run('nodes restart --name night- --dry-run --not-within 10');
  expect(alone.stderr).toContain('use --not-within with --of-height');
});

test.each([
  ['a text that is no window', ['Sat 2-5 UTC'], 'is no window; write it as'],
  ['windows without a time zone', ['Sat 02:00-05:00'], 'name the time zone of the windows'],
  ['several time zones', ['Sat 02:00-05:00 UTC', 'Sun 02:00-05:00 Asia/Tokyo'], 'have several time zones'],
  ['a time zone that nobody knows', ['Sat 02:00-05:00 Mars/Olympus'], 'must be a time zone of the IANA database'],
])('windows set › refuses %s', async (_title, windows, message) => {
  expect((await satrap.run(['windows', 'set', ...windows])).stderr).toContain(message);
});
