import { setTimeout as delay } from 'node:timers/promises';
import pRetry from 'p-retry';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { TestControlPlane, type TestControlPlaneOptions } from './control-plane.ts';
import { sharedDatabase } from './shared-control-plane.ts';
import { shared, standIn } from './shared-part.ts';

export interface Look {
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  path?: string;
  /** Of a session of its own. Default: that of Britain. */
  locale?: string;
}

interface Credentials {
  email: string;
  password: string;
}

/** Starts a control plane that serves the console built for this run. */
export const startWithConsole = (options: TestControlPlaneOptions = {}): Promise<TestControlPlane> =>
  TestControlPlane.start({ consoleDir: inject('consoleFolder'), ...options });

/** Of a page that does not ask for another size. Pages are light unless they ask. */
const window = { width: 1280, height: 800 };

/** The browser of this worker's test files: its start takes as long as several of their tests. */
let launched: Promise<Browser> | undefined;

async function sharedBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = launch();
  return launched as Promise<Browser>;
}

async function launch(): Promise<Browser> {
  const isRoot = process.geteuid?.() === 0;
  const args = [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath: inject('chromium'), args, handleSIGTERM: false });
  // Vitest ends a worker so, after its last file.
  process.once('SIGTERM', () => void browser.close().finally(() => process.exit()));
  return browser;
}

/** Part of the worker's browser: contexts share nothing, and those of this part end with it. */
export class TestBrowser {
  /** Page errors, policy violations, and requests to other hosts. A test must end with none. */
  readonly faults: string[] = [];
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<TestBrowser> {
    return new TestBrowser(await sharedBrowser());
  }

  /** Cookies, storage and cache for pages of a console, whose URL is `url`. */
  async newContext(url: string, locale = 'en-GB'): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      ...{ baseURL: url, locale, reducedMotion: 'reduce', viewport: window },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    this.#contexts.push(context);
    // Timeout of one wait, on a busy machine.
    context.setDefaultTimeout(60_000);
    context.on('weberror', (fault) => this.faults.push(`error: ${fault.error().message}`));
    context.on('console', (message) => {
      // The browser's own message about an error response is no fault of the page.
      const isAnswer = /^Failed to load resource/.test(message.text());
      if (message.type() === 'error' && !isAnswer) this.faults.push(`console: ${message.text()}`);
    });
    context.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).host !== new URL(url).host)
        this.faults.push(`request: ${request.url()}`);
    });
    return context;
  }

  /** The same, in a session of a person. */
  async signedIn(url: string, person: Credentials, locale?: string): Promise<BrowserContext> {
    const context = await this.newContext(url, locale);
    await startSession(context, person, url);
    return context;
  }

  async open(url: string, look: Look = {}): Promise<Page> {
    return openIn(await this.newContext(url), { path: url, ...look });
  }

  /** What each page shows and which element has the focus, for the report of a failed test. */
  async described(): Promise<string> {
    const pages = this.#contexts.flatMap((context) => context.pages());
    return (await Promise.all(pages.map(describePage))).join('\n');
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
  }
}

const shownText = `[
  'focus: ' + document.activeElement?.outerHTML.slice(0, 200),
  ...[...document.querySelectorAll('[role=dialog], [role=alert]:not([hidden]), main')].map((part) => (part.role ?? 'main') + ': ' + part.innerText.slice(0, 1500)),
].join('\\n')`;

/** A page that hangs is described by its address alone. */
async function describePage(page: Page): Promise<string> {
  const text = page.evaluate(shownText).catch((error: Error) => error.message);
  return `${page.url()}\n${await Promise.race([text, delay(10_000, 'it does not answer', { ref: false })])}`;
}

export async function openIn(context: BrowserContext, look: Look = {}): Promise<Page> {
  const page = await context.newPage();
  const { width, height, scheme, path = '' } = { ...window, ...look };
  if (width !== window.width || height !== window.height) await page.setViewportSize({ width, height });
  if (scheme !== undefined) await page.emulateMedia({ colorScheme: scheme });
  await unlessNetworkChanges(() => page.goto(path));
  return page;
}

/** Chromium aborts requests when a container's network interface appears or disappears. */
const unlessNetworkChanges = (navigate: () => Promise<unknown>): Promise<unknown> =>
  pRetry(navigate, {
    ...{ retries: 3, minTimeout: 100 },
    shouldRetry: ({ error }) => error.message.includes('ERR_NETWORK_CHANGED'),
  });

export const reload = (page: Page): Promise<unknown> => unlessNetworkChanges(() => page.reload());

export const consoleUrl = (controlPlane: TestControlPlane): string => new URL('/', controlPlane.url).href;

export const shown = (target: Locator): Promise<void> => target.waitFor();

export async function expectFitsWindow(page: Page): Promise<void> {
  const hidden = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(hidden)).toBeLessThanOrEqual(0);
}

/** Goes to an address as a link does, without loading the console again. */
export const follow = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', new URL(${JSON.stringify(path)}, document.baseURI))`);

/** A control plane with the console, for the tests of a file. A page closes at the end of the test that opened it. */
export interface ConsoleSite {
  readonly controlPlane: TestControlPlane;
  readonly database: Database;
  readonly browser: TestBrowser;
  open(look?: Look): Promise<Page>;
  /** Opens a page for the owner, in a session that the owner's pages of a file share. */
  openAsOwner(look?: Look): Promise<Page>;
  openSession(look?: Look, person?: Credentials): Promise<Page>;
}

/** Starts and stops the shared parts. No test may leave a page fault behind. */
export function provideConsole(options: TestControlPlaneOptions = {}): ConsoleSite {
  const parts = shared(
    async () => {
      const [controlPlane, browser] = await Promise.all([startWithConsole(options), TestBrowser.start()]);
      return { controlPlane, browser };
    },
    async ({ controlPlane, browser }) => {
      await browser.close();
      await controlPlane.destroy();
    },
  );
  const [controlPlane, browser] = [standIn(() => parts.controlPlane), standIn(() => parts.browser)];
  let owner: BrowserContext | undefined;
  let pages: Page[] = [];
  beforeEach(({ onTestFailed }) => {
    pages = [];
    onTestFailed(async () => console.log(await browser.described()));
  });
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.close()));
    expect(browser.faults.splice(0)).toEqual([]);
  });
  const openPage = async (context: BrowserContext, look: Look = {}) => {
    const page = await openIn(context, look);
    pages.push(page);
    return page;
  };
  const newSession = async (person?: Credentials, locale?: string) =>
    browser.signedIn(consoleUrl(controlPlane), person ?? (await ownerOf(controlPlane)), locale);
  return {
    controlPlane,
    browser,
    database: sharedDatabase(controlPlane),
    open: async (look) => openPage(await browser.newContext(consoleUrl(controlPlane)), look),
    openAsOwner: async (look) => {
      owner ??= await newSession();
      return openPage(owner, look);
    },
    openSession: async (look, person) => openPage(await newSession(person, look?.locale), look),
  };
}

const ownerOf = async (controlPlane: TestControlPlane): Promise<Credentials> => ({
  email: controlPlane.made.email,
  password: await controlPlane.ownerPassword(),
});

/** Signs somebody in for all pages of a context. The form itself is tested in `access.browser.test.ts`. */
async function startSession(context: BrowserContext, { email, password }: Credentials, url: string): Promise<void> {
  const query = 'mutation($input: SignInInput!) { signIn(data: $input) { needsSecondFactor } }';
  const answer = await context.request.post('graphql', {
    headers: { origin: new URL(url).origin },
    data: { query, variables: { input: { email, password } } },
  });
  expect(await answer.json()).toEqual({ data: { signIn: { needsSecondFactor: false } } });
}
