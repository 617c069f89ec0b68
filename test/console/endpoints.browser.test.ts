import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { provideConsole } from '../harness/console.ts';
import { TestExecutor } from '../harness/executor.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
let page: Page;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true });
const choose = async (of: string, item: string) => {
  await button(`Actions for ${of}`).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
/** The secret that a dialog shows, once copied. */
const copiedSecret = async (): Promise<string> => {
  await page.getByText('you won’t see it again').waitFor();
  await button('Copy secret').click();
  return String(await page.evaluate('navigator.clipboard.readText()'));
};

beforeAll(async () => {
  const host = await TestExecutor.withKey(site.controlPlane, 'berlin-1');
  await host.sync();
  page = await site.openAsOwner({ path: 'endpoints' });
});

describe('the page of endpoints', () => {
  test('creates an endpoint', async () => {
    await button('Create endpoint').first().click();
    await field('Name').fill('main');
    await dialog().getByRole('combobox', { name: 'Nodes that answer' }).click();
    await page.getByRole('option', { name: 'Nodes with labels' }).click();
    await field('Labels').fill('tier=public');
    await inDialog('Create endpoint').click();
    await page.getByText('Select at least one host.').waitFor();
    await dialog().getByRole('checkbox', { name: 'berlin-1' }).check();
    await inDialog('Create endpoint').click();
    await page.getByText('mainnet · http://127.0.0.1:8330').waitFor();
  });

  test('changes an endpoint', async () => {
    await choose('main', 'Edit endpoint…');
    await field('Port').fill('8331');
    await inDialog('Save endpoint').click();
    await page.getByText('mainnet · http://127.0.0.1:8331').waitFor();
  });

  test('shows the secret of a new consumer', async () => {
    await button('Create consumer of main').click();
    await field('Name').fill('probe');
    await field('Added methods').fill('othermethod');
    await inDialog('Create consumer').click();
    const secret = await copiedSecret();
    expect(secret).toMatch(/^[\w-]{43}$/);
    await dialog().getByText('Each node allows othermethod only after its next restart.').waitFor();
    await dialog().getByText('curl --user "probe:$SECRET" http://127.0.0.1:8331/').waitFor();
    await button('Done').click();
    expect(await page.content()).not.toContain(secret);
  });

  test('names the consumer in the settings to copy', async () => {
    await page.getByText('curl --user "probe:$SECRET" http://127.0.0.1:8331/').waitFor();
  });

  test('changes a consumer', async () => {
    await choose('probe', 'Edit consumer…');
    await dialog().getByRole('textbox', { name: 'Calls per second' }).fill('7');
    await inDialog('Save consumer').click();
    await page.getByText('Consumer saved.').waitFor();
    const { consumers } = await site.controlPlane.ask('{ consumers { name callsPerSecond addedMethods } }');
    expect(consumers).toEqual([{ name: 'probe', callsPerSecond: 7, addedMethods: ['othermethod'] }]);
  });

  test('shows the secret of a rotation', async () => {
    await choose('probe', 'Rotate secret…');
    await inDialog('Rotate secret').click();
    expect(await copiedSecret()).toMatch(/^[\w-]{43}$/);
    await button('Done').click();
  });

  test('revokes a consumer', async () => {
    await choose('probe', 'Revoke consumer…');
    await inDialog('Revoke consumer').click();
    await page.getByText('No consumers yet.').waitFor();
  });

  test('deletes an endpoint', async () => {
    await choose('main', 'Delete endpoint…');
    await inDialog('Delete endpoint').click();
    await page.getByText('No endpoints yet').waitFor();
  });
});
