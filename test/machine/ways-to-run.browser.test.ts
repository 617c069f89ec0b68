import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { InitResult } from '../../src/control-plane/commands/init.ts';
import { signIn, TestBrowser } from '../harness/console.ts';
import { makeDatabase } from '../harness/server-database.ts';
import type { Box } from './box.ts';
import { expectComposeRecipe } from './compose-recipe.ts';
import { ContainedControlPlane } from './control-plane-in-a-container.ts';
import { EngineMachine } from './engine-machine.ts';
import { forwardFromContainers } from './forwarder.ts';
import { expectKeepsNodesOnPodman } from './podman-of-root.ts';
import { RootlessAgent } from './rootless-agent.ts';
import { RootlessUser } from './rootless-user.ts';

// Ways to run the control plane and the agent that no other file shows, tried one after the other on one machine.

let machine: EngineMachine;
let box: Box;

beforeAll(async () => {
  machine = await EngineMachine.start();
  ({ box } = machine);
  await box.copyIn(machine.release.folder, '/root/release');
}, 290_000);
afterAll(() => machine?.[Symbol.asyncDispose](), 60_000);

test('the agent keeps nodes on Podman of root, and takes them with it where its uninstallation is told to', async () => {
  await expectKeepsNodesOnPodman(machine);
}, 240_000);

test('the agent refuses a rootless engine that drops the limits of nodes in silence, unless it is allowed to use one', async () => {
  const user = await RootlessUser.add(box, 'op');
  const agent = await RootlessAgent.unpack(machine, user, await user.startPodman());
  await agent.expectLimitsDemanded();
}, 120_000);

describe('the control plane in a container', () => {
  let own: ContainedControlPlane;
  beforeAll(async () => {
    own = await ContainedControlPlane.build(box);
  }, 290_000);
  afterAll(() => own?.[Symbol.dispose]());

  test('runs as a user without rights and with a database of its own: people sign in, it ends in peace, and begins again with what it knew', async () => {
    const { personalKey, passwordLink }: InitResult = JSON.parse(
      await own.once('control-plane init --email you@example.com --organization Example'),
    );
    expect(passwordLink.link).toContain(`${own.origin}/`);
    await own.start();
    expect(await box.do('docker top own_control-plane_1 -o pid,user,args')).toMatch(
      /^\d+ +10002 +\S*node .* control-plane serve$/m,
    );
    const input = { token: passwordLink.token, newPassword: randomBytes(18).toString('base64url') };
    await own.ask('mutation($input: PasswordResetInput!) { resetPassword(input: $input) }', { input });
    const browser = await TestBrowser.start();
    try {
      await signIn(await browser.open(own.origin), 'you@example.com', input.newPassword);
      expect(browser.faults).toEqual([]);
    } finally {
      await browser.close();
    }
    const token = `sh -c 'SATRAP_API_KEY=$(cat) satrap hosts token --url http://127.0.0.1:4100/graphql'`;
    expect(await own.compose(`exec -T control-plane ${token}`, personalKey)).toMatch(/^satrap_e_\S+$/m);
    await own.compose('stop control-plane');
    expect(await own.inspect('{{.State.ExitCode}}')).toBe('0');
    expect(await own.compose('logs control-plane')).toContain('stopped control plane');
    expect((await box.run('docker run --rm satrap-control-plane control-plane health')).text).toMatch(
      /no control plane answers at http:\/\/127\.0\.0\.1:4100\/healthz .*SATRAP_PORT/,
    );
    await own.start();
    const members = await own.ask('{ viewer { organization { name } } }', {}, personalKey);
    expect(members).toEqual({ viewer: { organization: { name: 'Example' } } });
    const size = Number(await box.do("docker image inspect -f '{{.Size}}' satrap-control-plane"));
    const base = Number(await box.do("docker image inspect -f '{{.Size}}' base"));
    console.log(`the image of the control plane: ${Math.round((size - base) / 1e6)} MB beyond its base`);
    await own.compose('down -v');
  }, 400_000);

  test('the recipe of the compose file, pasted as it stands, brings a control plane and an agent that is online', async () => {
    await expectComposeRecipe(box);
  }, 400_000);

  test('uses the PostgreSQL that its operator names, and keeps only its secret file in its volume', async () => {
    const { databaseUrl, drop } = await makeDatabase(inject('postgresUrl'));
    const seen = new URL(databaseUrl);
    using way = await forwardFromContainers(Number(seen.port));
    seen.hostname = way.host;
    seen.port = String(way.port);
    const outside = own.on(seen.href);
    const { personalKey }: InitResult = JSON.parse(
      await outside.once('control-plane init --email you@example.com --organization Outside'),
    );
    await outside.start();
    const members = await outside.ask('{ viewer { organization { name } } }', {}, personalKey);
    expect(members).toEqual({ viewer: { organization: { name: 'Outside' } } });
    expect(await outside.compose('exec -T control-plane ls /var/lib/satrap-control-plane')).toMatch(
      /^compile-cache\s+secret$/,
    );
    await outside.compose('down -v');
    await drop();
  }, 200_000);
});
