import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { follow, openIn, reload, startWithConsole, TestBrowser } from '../harness/console.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { closeServer, listenHere } from '../harness/listen.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { makeWorld, type World } from '../harness/world.ts';

// The console behind a proxy that takes a prefix of the path away.
const prefix = '/behind/a/proxy';
const proxy = createServer((incoming, outgoing) => {
  if (isCut) return void outgoing.destroy();
  if (!incoming.url?.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end('another service');
  const target = new URL(incoming.url.slice(prefix.length), controlPlane.url);
  const { method, headers } = incoming;
  const passed = request(target, { method: method ?? 'GET', headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  passed.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
});

/** Whether connections end at once, as those of a control plane that was killed. */
let isCut = false;
const stopAtOnce = async () => {
  isCut = true;
  proxy.closeAllConnections();
  await controlPlane.stop();
};
const serveAgain = async () => {
  await controlPlane.serve();
  isCut = false;
};

/** A console that can be replaced by another build, as an upgrade of the control plane does. */
const consoleDir = sharedFolder('console');
let controlPlane: TestControlPlane;
let browser: TestBrowser;
let world: World;
let home: string;
/** Two pages that show a node, and one that has fetched the code of no page but the overview. */
let pages: [Page, Page];
let fresh: Page;
beforeAll(async () => {
  cpSync(inject('consoleFolder'), consoleDir, { recursive: true });
  home = `http://127.0.0.1:${await listenHere(proxy)}${prefix}/`;
  const options = { publicUrl: home.slice(0, -1), heartbeatSeconds: 300, consoleDir };
  [controlPlane, browser] = await Promise.all([startWithConsole(options), TestBrowser.start()]);
  world = await makeWorld(controlPlane);
  const owner = { email: controlPlane.made.email, password: await controlPlane.ownerPassword() };
  const second = await browser.signedIn(home, owner);
  pages = [await openIn(await browser.signedIn(home, owner)), await openIn(second)];
  fresh = await openIn(second);
  for (const page of [...pages, fresh]) await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([closeServer(proxy), controlPlane?.destroy()]);
});
/** But for what the browser says of requests that nobody answers. */
const faults = () =>
  browser.faults.filter((fault) => !/ERR_(CONNECTION|EMPTY|INTERNET)|Failed to fetch|network/i.test(fault));
const observe = (id: string | undefined, phase: string) =>
  world.executor.sync({ nodes: [{ id, phase, since: new Date().toISOString(), appliedRevision: 1 }] });

test('behind a path prefix, pages, links, a reload and changes without one work', async () => {
  const [page] = pages;
  await page.getByRole('link', { name: 'Nodes', exact: true }).click();
  await page.getByRole('link', { name: 'regtest-ci' }).click();
  await page.getByRole('heading', { level: 1, name: 'regtest-ci' }).waitFor();
  const id = world.nodeIds['regtest-ci'];
  expect(new URL(page.url()).pathname).toBe(`${prefix}/o/example/nodes/${id}`);
  await reload(page);
  await page.getByRole('status').getByText('running').waitFor();
  await observe(id, 'stopping');
  await page.getByRole('status').getByText('stopping').waitFor();
  await page.getByRole('tab', { name: 'Monitoring' }).click();
  await page.getByRole('radiogroup', { name: 'Range' }).waitFor();
  expect(faults()).toEqual([]);
});

/** Chromium aborts requests when a container's network interface appears, and neither a document nor the documentation repeats them. */
const fetchHere = async (route: Route) => {
  const response = await route.fetch().catch(() => undefined);
  await (response === undefined ? route.abort() : route.fulfill({ response }));
};
const fetchDocumentsHere = (page: Page) =>
  page.route('**', (route) => (route.request().resourceType() === 'document' ? fetchHere(route) : route.fallback()));

test('documentation opens behind a prefix; search finds a heading', async () => {
  const [page] = pages;
  await page.context().route(`**${prefix}/docs/**`, fetchHere);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: /profile, theme, sign out/ }).click();
  await page.getByRole('menuitem', { name: 'Documentation' }).click();
  const site = await opened;
  await site.getByRole('heading', { level: 1, name: 'Satrap documentation' }).waitFor();
  // Until it is hydrated, the page ignores clicks.
  await site.waitForFunction('document.querySelector("#app").__vue_app__ !== undefined');
  await site.getByRole('button', { name: 'Search' }).click();
  await site.getByRole('searchbox').fill('stop timeouts');
  await site.getByRole('option').getByRole('link', { name: 'Operate hosts > Stop timeouts' }).click();
  await site.getByRole('heading', { level: 2, name: 'Stop timeouts' }).waitFor();
  const { pathname, hash } = new URL(site.url());
  expect([pathname, hash]).toEqual([`${prefix}/docs/hosts/operate.html`, '#stop-timeouts']);
  await site.getByRole('button', { name: 'Copy Code' }).first().waitFor({ state: 'attached' });
  const isDark = () => site.locator('html.dark').waitFor({ state: 'attached' });
  await site.getByRole('switch', { name: 'Appearance' }).click();
  await isDark();
  await reload(site);
  await isDark();
  await site.close();
  await page.context().unroute(`**${prefix}/docs/**`);
  expect(faults()).toEqual([]);
});

test('pages show their age or missing code during an outage, and recover by themselves', async () => {
  const id = world.nodeIds['signet-a'];
  for (const page of pages) {
    await follow(page, `nodes/${id}`);
    await page.getByRole('status').getByText('running').waitFor();
    // The tab as well: what is loaded when it is opened cannot be while the control plane is away.
    await page.getByRole('heading', { name: 'Connect' }).waitFor();
  }
  await stopAtOnce();
  for (const page of pages) {
    await page.getByText(/Last updated \d+ s ago/).waitFor();
    await page.getByText('running', { exact: true }).waitFor();
  }
  await expectAccessible(pages[0]);
  await fresh.getByRole('link', { name: 'Audit' }).click();
  await fresh.getByRole('alert').getByText('that the control plane is running').waitFor();
  await expectAccessible(fresh);
  // What stands beside a page is not missed.
  await fresh.keyboard.press('Control+k');
  await fresh.getByRole('link', { name: 'Audit' }).waitFor();

  await serveAgain();
  await observe(id, 'stopping');
  for (const page of pages) {
    await page.getByRole('status').getByText('stopping').waitFor();
    await page.getByText(/Last updated/).waitFor({ state: 'detached' });
  }
  await fresh.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  // It may have been reloaded, which closes the palette.
  await fresh.keyboard.press('Escape');
  await fresh.keyboard.press('Control+k');
  await fresh.getByPlaceholder(/^Search pages, nodes/).waitFor();
  expect(faults()).toEqual([]);
});

test('a page whose code failed once, as by a change of the network, loads by itself', async () => {
  const [page] = pages;
  await fetchDocumentsHere(page);
  // The test before may have made it reload.
  await page.evaluate(() => sessionStorage.clear());
  await reload(page);
  const isPart = (url: URL) => /\/keys-page-[^/]*\.js$/.test(url.pathname);
  const failed: string[] = [];
  await page.route(
    isPart,
    (route) => {
      failed.push(route.request().url());
      return route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  expect(failed).toHaveLength(1);
  expect(faults()).toEqual([]);
});

test.each([
  ['script', /\/assets\/index-[^/]*\.js$/],
  ['styles', /\/assets\/style-[^/]*\.css$/],
])('a page says that its first %s failed, and loads again by itself', async (_what, name) => {
  const [page] = pages;
  const isFirst = (url: URL) => name.test(url.pathname);
  const abort = (route: Route) => route.abort('internetdisconnected');
  await page.route(isFirst, abort);
  await reload(page);
  await page.getByRole('alert').getByText('The console failed to load').waitFor();
  await page.unroute(isFirst, abort);
  await page.getByRole('link', { name: 'Members' }).waitFor();
  await page.getByText('The console failed to load').waitFor({ state: 'hidden' });
  expect(faults()).toEqual([]);
});

test('a page whose code is gone after an upgrade loads the new one', async () => {
  const [page] = pages;
  await controlPlane.stop();
  renameScripts();
  await controlPlane.serve();
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  expect(await page.locator('script[type="module"]').getAttribute('src')).toMatch(/0\.js$/);
  expect(faults()).toEqual([]);
});

test('a part of the new build that fails once after an upgrade loads by itself', async () => {
  const [page] = pages;
  await page.evaluate(() => sessionStorage.clear());
  await controlPlane.stop();
  renameScripts();
  await controlPlane.serve();
  const isNewPart = (url: URL) => /\/audit-page-[^/]*00\.js$/.test(url.pathname);
  await page.route(isNewPart, (route) => route.abort('internetdisconnected'), { times: 1 });
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  expect(faults()).toEqual([]);
});

/** Renames every script of the console, like a change of its content. The old ones are gone. */
function renameScripts(): void {
  const assets = join(consoleDir, 'assets');
  for (const file of readdirSync(assets)) if (/\.(br|gz)$/.test(file)) rmSync(join(assets, file));
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const rename = (text: string) =>
    scripts.reduce((changed, name) => changed.replaceAll(name, name.replace(/\.js$/, '0.js')), text);
  for (const name of scripts) {
    writeFileSync(join(assets, name), rename(readFileSync(join(assets, name), 'utf8')));
    renameSync(join(assets, name), join(assets, rename(name)));
  }
  const page = join(consoleDir, 'index.html');
  writeFileSync(page, rename(readFileSync(page, 'utf8')));
  const described = Object.entries(
    JSON.parse(readFileSync(join(consoleDir, 'files.json'), 'utf8')) as Record<string, { hash: string }>,
  ).map(([file, { hash }]) => {
    const name = rename(file);
    return [name, { hash, bytes: { identity: readFileSync(join(consoleDir, name)).length } }];
  });
  writeFileSync(join(consoleDir, 'files.json'), JSON.stringify(Object.fromEntries(described)));
}

/** What a page tries that somebody wrote who wants the session to do something. The node stops if any of it works. */
const hostilePage = (api: string, id: string) => `<!doctype html><title>hostile</title>
  <iframe name="sink"></iframe><iframe id="console" src="${home}"></iframe>
  <form id="form" method="post" enctype="text/plain" target="sink" action="${api}"><input name='${stopNode(id)}'></form>
  <script>
    const body = ${JSON.stringify(stopNode(id))};
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
const stopNode = (id: string) =>
  JSON.stringify({ query: `mutation { requestNodeLifecycleAction(id: "${id}", action: stop) { node { id } } }` });

test('a page of another origin can neither use the session nor frame the console', async () => {
  const id = world.nodeIds['signet-b'] ?? '';
  const hostile = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(hostilePage(`${home}graphql`, id)),
  );
  const [, page] = pages;
  try {
    // The same site, so that the browser sends the session's cookie along.
    await page.goto(`http://127.0.0.1:${await listenHere(hostile)}/`);
    await page.waitForFunction("document.title.startsWith('tried')");
    expect(await page.title()).toBe('tried 0');
    // Chromium shows its own page in place of one that must not be framed.
    const frame = page.frameLocator('#console');
    expect(await frame.getByLabel('Email').or(frame.getByText('Overview')).count()).toBe(0);
    const own = await page.context().request.post('graphql', {
      headers: { origin: new URL(home).origin },
      data: { query: '{ viewer { person { email } } }' },
    });
    // With the same cookie, the console's own origin could have.
    expect(await own.json()).toEqual({ data: { viewer: { person: { email: controlPlane.made.email } } } });
  } finally {
    await closeServer(hostile);
  }
  const { node, auditActions } = await controlPlane.ask(
    'query($id: ID!) { node(where: { id: $id }) { desiredState } auditActions { nodes { action outcome } } }',
    { id },
  );
  expect(node).toEqual({ desiredState: 'running' });
  expect(auditActions.nodes).not.toContainEqual({ action: 'requestNodeLifecycleAction', outcome: 'succeeded' });
});
