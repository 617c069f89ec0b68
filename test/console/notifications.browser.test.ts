import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectDialogAccessible } from '../harness/accessible.ts';
import { provideConsole, shown } from '../harness/console.ts';
import { addHost, type Host } from '../harness/inhabited.ts';
import { pressAt, tabTo, untilFocused } from '../harness/keyboard.ts';
import { until } from '../harness/until.ts';
import { verify, WebhookReceiver } from '../harness/webhook-receiver.ts';

const site = provideConsole({ heartbeatSeconds: 60, webhookAllow: ['127.0.0.0/8'] });
let world: Host;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([addHost(site.controlPlane), WebhookReceiver.start()]);
});
afterAll(() => receiver?.stop());

test('a webhook is set, tested, and its deliveries are sent again: one, and those of a window', async () => {
  const page = await site.openAsOwner({ path: 'notifications' });
  await page.getByText('No deliveries yet').waitFor();

  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('http://10.0.0.1/');
  await page.getByRole('button', { name: 'Save URL' }).click();
  const alert = page.getByRole('alert');
  await shown(alert.getByText(/address/i).first());
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(receiver.url);
  await page.getByRole('button', { name: 'Save URL' }).click();
  await page.getByText('Webhook secret').waitFor();
  await expectAccessible(page);
  const secret = await page.locator('pre').innerText();

  receiver.answer = (response) => response.writeHead(200).end('<b>thanks</b> \u202eabc');
  await page.getByRole('button', { name: 'Send test' }).click();
  await receiver.untilReceived(1);
  const [first] = receiver.received;
  expect(first === undefined ? null : verify(secret, first)).toMatchObject({ type: 'webhook.test' });
  await page.getByRole('cell', { name: 'delivered' }).waitFor();
  await page.getByRole('button', { name: 'Delivery 1', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'Delivery 1' });
  await details.getByText('<b>thanks</b>').waitFor();
  await details.getByText('HTTP 200').waitFor();
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Redeliver 1' }).click();
  await receiver.untilReceived(2);
  const period = page.getByRole('button', { name: 'Redeliver period…' });
  await pressAt(page, period);
  const from = page.getByLabel('From', { exact: true });
  const before = await from.inputValue();
  await tabTo(page, from);
  await page.keyboard.press('ArrowDown');
  await until('another time is chosen', async () => (await from.inputValue()) !== before);
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await untilFocused(period);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Redeliver all' }).click();
  await page.getByText('Redelivering 1 delivery…').waitFor();
  await receiver.untilReceived(3);
  expect(new Set(receiver.ids).size).toBe(1);

  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByText('signed with the previous secret').waitFor();
  expect(await page.locator('pre').innerText()).not.toBe(secret);
  await page.getByRole('switch', { name: 'Send notifications' }).click();
  await page.getByRole('switch', { name: 'Send notifications', checked: false }).waitFor();
  await page.reload();
  await page.getByRole('switch', { name: 'Send notifications', checked: false }).waitFor();
  expect(await page.getByText('Webhook secret').count()).toBe(0);
});

test('thresholds are set for all nodes and for one, and a node is muted, on a phone and in dark', async () => {
  await world.newNode({ name: 'quiet-one' });
  const page = await site.openAsOwner({ scheme: 'dark', width: 390, path: 'notifications' });
  await page.getByRole('textbox', { name: 'No peers for' }).fill('25');
  await page.getByRole('textbox', { name: 'Last block older than' }).fill('120');
  await page.getByText('critical only').click();
  await page.getByRole('button', { name: 'Save thresholds' }).click();
  await page.getByText('Settings saved.').waitFor();

  await page.getByRole('button', { name: 'Add override…' }).click();
  const panel = page.getByRole('dialog', { name: 'Node override' });
  await panel.getByRole('combobox', { name: 'Node' }).click();
  await page.getByRole('option', { name: 'quiet-one' }).click();
  await panel.getByRole('radio', { name: 'Mute for 1 day' }).check();
  await panel.getByRole('textbox', { name: 'Behind other nodes by' }).fill('9');
  await expectDialogAccessible(page);
  await panel.getByRole('button', { name: 'Save override' }).click();
  await page.getByText(/^muted, expires in .*Behind other nodes by 9 blocks/).waitFor();
  await expectAccessible(page);
  const overrides = 'nodeOverrides { nodeName muted thresholds { blocksBehind noPeersMinutes } }';
  const { notificationSettings } = await site.controlPlane.ask(
    `{ notificationSettings { notifyFrom thresholds { noPeersMinutes tipProbability } ${overrides} } }`,
  );
  expect(notificationSettings).toMatchObject({
    notifyFrom: 'critical',
    thresholds: { noPeersMinutes: 25, tipProbability: expect.closeTo(Math.exp(-12), 9) },
    nodeOverrides: [{ nodeName: 'quiet-one', muted: true, thresholds: { blocksBehind: 9, noPeersMinutes: null } }],
  });
  await page.getByRole('button', { name: 'Remove override of quiet-one' }).click();
  await page.getByText('No overrides.').waitFor();
});
