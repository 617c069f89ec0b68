import { expect, inject, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { provideConsole } from '../harness/console.ts';
import { freePort } from '../harness/free-port.ts';
import { TestIdentityProvider } from '../harness/identity-provider.ts';
import { startReplica } from '../harness/replica.ts';

const site = provideConsole();

test('the sign-in page offers single sign-on, which leads back with the reason', async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const provider = await TestIdentityProvider.start(publicUrl);
  const { controlPlane, browser } = site;
  const roles = [{ group: 'staff', organization: controlPlane.made.organizationId, role: 'member' }];
  const singleSignOn = provider.writeFile(controlPlane, roles);
  const consoleDir = inject('consoleFolder');
  const replica = await startReplica(controlPlane, { port, publicUrl, consoleDir, singleSignOn });
  provider.people.set('ada', { email: 'ada@example.com', email_verified: true, groups: ['staff'] });
  provider.people.set('eve', { email: 'eve@example.com', email_verified: true, groups: ['guests'] });
  const press = { name: 'Sign in with Acme' };

  provider.person = 'ada';
  const page = await browser.open(`${publicUrl}/`, { path: 'nodes' });
  await page.getByRole('button', press).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', press).click();
  await page.getByRole('heading', { level: 1, name: 'Nodes' }).waitFor();

  provider.person = 'eve';
  const refused = await browser.open(`${publicUrl}/`);
  await refused.getByRole('button', press).click();
  await refused.getByText('None of your groups at Acme gives access here.').waitFor();
  await refused.getByText('Received in groups: guests.').waitFor();
  await provider.close();
  await refused.getByRole('button', press).click();
  await refused.getByText('Acme does not answer.').waitFor();

  // The provider is another host, as it has to be.
  const foreign = browser.faults.splice(0).filter((fault) => !fault.startsWith(`request: ${provider.issuer}/`));
  expect(foreign).toEqual([]);
  await replica.close();
});
