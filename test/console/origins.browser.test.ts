import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAsOwner, startWithConsole, TestBrowser } from '../harness/console.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { makeWorld, type World } from '../harness/world.ts';

const prefix = '/behind/a/proxy';

let proxy: Server;
let controlPlane: TestControlPlane;
let browser: TestBrowser;
let world: World;
beforeAll(async () => {
  proxy = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end('another service');
    // A proxy that takes the path away.
    const target = new URL(incoming.url.slice(prefix.length), controlPlane.url);
    const { method, headers } = incoming;
    const passed = request(target, { method: method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  const publicUrl = new URL(prefix, await listen(proxy)).href;
  [controlPlane, browser] = await Promise.all([
    startWithConsole({ publicUrl, heartbeatSeconds: 300 }),
    TestBrowser.start(),
  ]);
  world = await makeWorld(controlPlane);
});
afterAll(async () => {
  await browser?.close();
  proxy?.closeAllConnections();
  proxy?.close();
  await controlPlane?.destroy();
});

/** The address of a server that listens on loopback from now on. */
async function listen(server: Server): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const publicConsole = () => `${controlPlane.settings.publicUrl}/`;

test('behind a path prefix, pages, links, a reload and changes without one work', async () => {
  const page = await browser.open(publicConsole());
  await signInAsOwner(page, controlPlane);
  await page.getByRole('link', { name: 'Nodes', exact: true }).click();
  await page.getByRole('link', { name: 'regtest-ci' }).click();
  await page.getByRole('heading', { level: 1, name: 'regtest-ci' }).waitFor();
  const id = world.nodeIds['regtest-ci'];
  expect(new URL(page.url()).pathname).toBe(`${prefix}/nodes/${id}`);
  await page.reload();
  await page.getByRole('status').getByText('running').waitFor();
  await world.executor.sync({
    nodes: [{ id, phase: 'stopping', since: new Date().toISOString(), appliedRevision: 1 }],
  });
  await page.getByRole('status').getByText('stopping').waitFor();
  await page.getByRole('tab', { name: 'Monitoring' }).click();
  await page.getByRole('radiogroup', { name: 'Range' }).waitFor();
  expect(browser.faults).toEqual([]);
});

/** What a page tries that somebody wrote who wants the session to do something. The node stops if any of it works. */
const hostilePage = (api: string, frame: string, id: string) => `<!doctype html><title>hostile</title>
  <iframe name="sink"></iframe><iframe id="console" src="${frame}"></iframe>
  <form id="form" method="post" enctype="text/plain" target="sink" action="${api}"><input name='${body(id)}'></form>
  <script>
    const body = ${JSON.stringify(body(id))};
    const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];
    const tries = types.map((type) =>
      fetch('${api}', { method: 'POST', credentials: 'include', headers: { 'content-type': type }, body }),
    );
    tries.push(fetch('${api}', { method: 'POST', mode: 'no-cors', credentials: 'include', body }));
    tries.push(fetch('${api}?query=' + encodeURIComponent('{viewer{person{email}}}'), { credentials: 'include' }));
    document.getElementById('form').submit();
    Promise.allSettled(tries)
      .then((outcomes) => Promise.all(outcomes.map(({ value }) => value?.type !== 'opaque' && value?.ok)))
      .then((read) => (document.title = 'tried ' + read.filter(Boolean).length));
  </script>`;
const body = (id: string) =>
  JSON.stringify({ query: `mutation { requestNodeLifecycleAction(id: "${id}", action: stop) { id } }` });

test('a page of another origin cannot make the session do anything, read it, or show the console in a frame', async () => {
  const id = world.nodeIds['signet-a'] ?? '';
  const hostile = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(hostilePage(`${publicConsole()}graphql`, publicConsole(), id)),
  );
  // The same site, so that the browser sends the session's cookie along.
  const address = await listen(hostile);
  try {
    const page = await browser.open(publicConsole());
    await signInAsOwner(page, controlPlane);
    await page.goto(address);
    await page.waitForFunction("document.title.startsWith('tried')");
    expect(await page.title()).toBe('tried 0');
    // Chromium shows its own page in place of one that must not be framed.
    const frame = page.frameLocator('#console');
    expect(await frame.getByLabel('Email').or(frame.getByText('Overview')).count()).toBe(0);
    await page.goto(`${publicConsole()}nodes/${id}`);
    await page.getByRole('button', { name: 'Stop' }).waitFor();
  } finally {
    hostile.closeAllConnections();
    hostile.close();
  }
  const { node, auditActions } = await controlPlane.ask(
    'query($id: ID!) { node(where: { id: $id }) { desiredState } auditActions { nodes { action outcome } } }',
    { id },
  );
  expect(node).toEqual({ desiredState: 'running' });
  expect(auditActions.nodes).not.toContainEqual({ action: 'requestNodeLifecycleAction', outcome: 'succeeded' });
});
