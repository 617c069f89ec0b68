import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { provideConsole } from '../harness/console.ts';
import { TestExecutor } from '../harness/executor.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
let page: Page;

const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeAll(async () => {
  const host = await TestExecutor.withKey(site.controlPlane, 'berlin-1');
  const { executorId } = (await host.sync()).data.syncExecutor;
  await site.controlPlane.ask(
    'mutation($data: EndpointCreateInput!) { createEndpoint(data: $data) { endpoint { id } } }',
    {
      data: {
        ...{ name: 'main', network: 'regtest', port: 8330, executorIds: [executorId] },
        nodeLabels: [{ key: 'tier', value: 'public' }],
      },
    },
  );
  page = await site.openAsOwner({ path: 'endpoints' });
});

describe('the page of endpoints', () => {
  test('shows the secret of a new consumer', async () => {
    await button('Create consumer of main').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('probe');
    await page.getByRole('dialog').getByRole('button', { name: 'Create consumer', exact: true }).click();
    await page.getByText('you won’t see it again').waitFor();
    await button('Copy secret').click();
    const secret = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(secret).toMatch(/^[\w-]{43}$/);
    await button('Done').click();
    expect(await page.content()).not.toContain(secret);
  });

  test('names the consumer in the settings to copy', async () => {
    await page.getByText('curl --user "probe:$SECRET" http://127.0.0.1:8330/').waitFor();
  });

  test('revokes a consumer', async () => {
    await button('Revoke probe').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke consumer', exact: true }).click();
    await page.getByText('No consumers yet.').waitFor();
  });
});
