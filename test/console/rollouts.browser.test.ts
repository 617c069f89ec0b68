import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectDialogAccessible } from '../harness/accessible.ts';
import { follow, provideConsole, shown } from '../harness/console.ts';
import { SimulatedNodes } from '../harness/simulated-nodes.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
const names = ['roll-a', 'roll-b', 'roll-c'];
// One page, on which the tests follow one another.
let page: Page;
let host: SimulatedNodes;
beforeAll(async () => {
  host = await SimulatedNodes.start(site.controlPlane, 'berlin-1');
  await host.create(names);
  page = await site.openAsOwner();
});

const dialog = () => page.getByRole('dialog');
const row = (name: string) => page.getByRole('row', { name });
/** Lets the agent work until the page shows something. */
const untilShown = (text: string) => host.until(() => page.getByText(text).first().isVisible());
const chooseAll = async () => {
  await follow(page, 'nodes');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByText('3 of 3 selected').waitFor();
};

test('the dialog of a bulk restart names the consequence of each pace', async () => {
  await chooseAll();
  await page.getByRole('button', { name: 'Restart…' }).click();
  const pace = dialog().getByRole('combobox', { name: 'Restart 3 running nodes' });
  await pace.waitFor();
  expect(await pace.inputValue()).toBe('One at a time: the others keep answering');
  await pace.click();
  await shown(page.getByRole('option', { name: 'Three at a time: up to three are down at once' }));
  await shown(page.getByRole('option', { name: 'All at the same time: none of the 3 answers meanwhile' }));
  await page.getByRole('option', { name: /^One at a time/ }).click();
  await expectDialogAccessible(page);
  expect(host.restarted).toEqual([]);
});

test('a rollout’s page shows its nodes, why it stopped, and the two ways on', async () => {
  host.broken.add('roll-b');
  await dialog().getByRole('button', { name: 'Restart', exact: true }).click();
  await dialog().getByRole('link', { name: 'View rollout' }).click();
  await page.getByRole('heading', { level: 1, name: 'Rollout: Restart' }).waitFor();
  await shown(row('roll-a').getByText('in progress'));
  await untilShown('1 of 3 changed');
  await untilShown('roll-b did not come back: roll-b cannot read its data.');
  await shown(row('roll-b').getByText('failed'));
  await shown(row('roll-c').getByText('waiting'));
  await expectAccessible(page);
  expect(host.restarted).toEqual(['roll-a', 'roll-b']);
  host.broken.clear();
  await page.getByRole('button', { name: 'Retry and resume' }).click();
  await untilShown('3 of 3 changed');
  await shown(page.getByText('All nodes changed.'));
  expect(await page.getByRole('button', { name: 'Cancel rollout' }).count()).toBe(0);
  expect(host.restarted).toEqual(['roll-a', 'roll-b', 'roll-b', 'roll-c']);
});

test('a rollout is paused, a node is skipped, and the rest is cancelled on its page', async () => {
  await chooseAll();
  await page.getByRole('button', { name: 'Restart…' }).click();
  await dialog().getByRole('combobox', { name: 'Restart 3 running nodes' }).waitFor();
  await dialog().getByRole('button', { name: 'Restart', exact: true }).click();
  await dialog().getByRole('link', { name: 'View rollout' }).click();
  await page.getByRole('button', { name: 'Pause rollout' }).click();
  await shown(page.getByText(/Paused with 2 nodes not started/));
  await page.getByRole('button', { name: 'Skip roll-b' }).click();
  await shown(row('roll-b').getByText('skipped', { exact: true }));
  await page.getByRole('button', { name: 'Cancel rollout' }).click();
  await dialog().getByRole('button', { name: 'Cancel rollout' }).click();
  await shown(page.getByText(/No further node is changed/));
  // The next step of the rollout skips it.
  await shown(row('roll-c').getByText(/^(waiting|skipped)$/));
});

test('a rollout is undone on its page, which leads to the rollout that undoes it', async () => {
  await follow(page, 'nodes');
  for (const name of ['roll-a', 'roll-b']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Change version…' }).click();
  await dialog().getByRole('combobox', { name: 'New version' }).click();
  await page.getByRole('option', { name: /^28\.0, for 2 of 2$/ }).click();
  await dialog().getByRole('combobox', { name: 'Restart 2 running nodes' }).waitFor();
  await dialog().getByRole('button', { name: 'Change to 28.0' }).click();
  await dialog().getByRole('link', { name: 'View rollout' }).click();
  await untilShown('2 of 2 changed');
  await page.getByRole('button', { name: 'Undo rollout…' }).click();
  await shown(dialog().getByText(/^The previous settings of 2 nodes are put back one node at a time/));
  await expectDialogAccessible(page);
  await dialog().getByRole('button', { name: 'Undo rollout' }).click();
  await page.getByRole('heading', { level: 1, name: 'Rollout: Undo: Change to 28.0' }).waitFor();
  await untilShown('2 of 2 changed');
  expect(host.restarted.slice(-4)).toEqual(['roll-a', 'roll-b', 'roll-b', 'roll-a']);
});

test('with maintenance windows, the dialog and the page say when the nodes restart', async () => {
  const day = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'][
    (new Date().getUTCDay() + 3) % 7
  ];
  const windows = { timeZone: 'Asia/Tokyo', windows: [{ days: [day], from: '02:30', to: '04:00' }] };
  const set =
    'mutation($data: MaintenanceScheduleInput!) { setMaintenanceSchedule(data: $data) { schedule { label { key } } } }';
  await site.controlPlane.ask(set, { data: { windows } });
  await chooseAll();
  await page.getByRole('button', { name: 'Restart…' }).click();
  await shown(dialog().getByText(/All nodes: [A-Z][a-z]{2} 02:30-04:00 Asia\/Tokyo/));
  await expectDialogAccessible(page);
  const outside = dialog().getByRole('checkbox', { name: 'Restart outside of maintenance windows' });
  await outside.check();
  await outside.uncheck();
  await dialog().getByRole('button', { name: 'Restart', exact: true }).click();
  await dialog().getByRole('link', { name: 'View rollout' }).click();
  await shown(page.getByText(/Waiting for roll-[abc]: the maintenance window opens .* 02:30 \(Asia\/Tokyo\)/));
  await page.getByRole('button', { name: 'Cancel rollout' }).click();
  await dialog().getByRole('button', { name: 'Cancel rollout' }).click();
  await shown(page.getByText(/No further node is changed/));
  await chooseAll();
  await page.getByRole('button', { name: 'Restart…' }).click();
  await outside.check();
  await dialog().getByRole('button', { name: 'Restart', exact: true }).click();
  await dialog().getByRole('link', { name: 'View rollout' }).click();
  await shown(page.getByText(/one node at a time, at any hour, outside of maintenance windows too\./));
  await untilShown('3 of 3 changed');
});

test('maintenance schedules are added, changed and deleted on their page', async () => {
  await site.controlPlane.call('mutation { deleteMaintenanceSchedule { schedule { isOpen } } }', {});
  await follow(page, 'maintenance');
  await page.getByText('No maintenance windows yet').waitFor();
  const add = () => page.getByRole('main').getByRole('button', { name: 'Add schedule' }).click();
  const submit = (act: string) => dialog().getByRole('button', { name: act, exact: true }).click();
  const window = (number: number): Locator => dialog().getByRole('group', { name: `Window ${number}`, exact: true });
  await add();
  await dialog().getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await window(1).getByRole('checkbox', { name: 'Sun' }).check();
  await window(1).getByRole('textbox', { name: 'From' }).fill('2:00');
  await dialog().getByRole('button', { name: 'Add window' }).click();
  await window(2).getByRole('checkbox', { name: 'Wed' }).check();
  await window(2).getByRole('textbox', { name: 'From' }).fill('23:00');
  await window(2).getByRole('textbox', { name: 'To' }).fill('01:30');
  await submit('Add schedule');
  await shown(window(1).getByText('Must be a time from 00:00 to 23:59.'));
  await expectDialogAccessible(page);
  await window(1).getByRole('textbox', { name: 'From' }).fill('02:00');
  await submit('Add schedule');
  const card = (nodes: string) => page.getByRole('listitem').filter({ hasText: nodes }).first();
  await shown(card('All nodes').getByText('Sat,Sun 02:00-05:00'));
  await shown(card('All nodes').getByText('Wed 23:00-01:30'));
  await shown(card('All nodes').getByText(/^(Opens|Open until) [A-Z][a-z]{2} .* \(Asia\/Tokyo\)$/));

  await add();
  await dialog().getByRole('textbox', { name: 'Label' }).fill('region=eu');
  await submit('Add schedule');
  await shown(card('All other nodes'));
  await page.getByRole('button', { name: 'Actions for Nodes with region=eu' }).click();
  await page.getByRole('menuitem', { name: 'Edit schedule…' }).click();
  await window(1).getByRole('checkbox', { name: 'Sat' }).uncheck();
  await window(1).getByRole('checkbox', { name: 'Mon' }).check();
  await submit('Save schedule');
  await shown(card('Nodes with region=eu').getByText('Mon 02:00-05:00'));
  const stored = async () =>
    (
      await site.controlPlane.ask(
        '{ maintenanceSchedules { label { value } windows { timeZone windows { days from to } } } }',
      )
    ).maintenanceSchedules;
  const tokyo = {
    timeZone: 'Asia/Tokyo',
    windows: [
      { days: ['saturday', 'sunday'], from: '02:00', to: '05:00' },
      { days: ['wednesday'], from: '23:00', to: '01:30' },
    ],
  };
  expect(await stored()).toMatchObject([
    { label: null, windows: tokyo },
    { label: { value: 'eu' }, windows: { windows: [{ days: ['monday'], from: '02:00', to: '05:00' }] } },
  ]);

  await page.getByRole('button', { name: 'Actions for Nodes with region=eu' }).click();
  await page.getByRole('menuitem', { name: 'Delete schedule…' }).click();
  await shown(dialog().getByText('These nodes then keep to the schedule of all other nodes.'));
  await submit('Delete schedule');
  await shown(card('All nodes'));
  expect(await stored()).toMatchObject([{ label: null }]);
});
