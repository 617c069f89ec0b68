import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import {
  TestControlPlane as ControlPlane,
  type TestControlPlane,
  type TestControlPlaneOptions,
} from './control-plane.ts';

/** Viewport and color scheme of a page. */
export interface Look {
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

/** Starts a control plane that serves the console built for this run. */
export const startWithConsole = (options: TestControlPlaneOptions = {}): Promise<TestControlPlane> =>
  ControlPlane.start({ consoleDir: inject('consoleFolder'), ...options });

/** A real browser and the faults that it reported. */
export class TestBrowser {
  /** Page errors, policy violations, and requests to other hosts. A test must end with none. */
  readonly faults: string[] = [];
  readonly #browser: Browser;
  readonly #contexts = new Set<BrowserContext>();

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<TestBrowser> {
    const isRoot = process.geteuid?.() === 0;
    const args = [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'];
    return new TestBrowser(await chromium.launch({ executablePath: inject('chromium'), args }));
  }

  /** Opens a page without cookies. `url` is that of the console. */
  async open(url: string, { scheme = 'light', width = 1280, height = 800 }: Look = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      ...{ colorScheme: scheme, viewport: { width, height }, baseURL: url, locale: 'en-GB', reducedMotion: 'reduce' },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    this.#contexts.add(context);
    const page = await context.newPage();
    // Timeout of one wait, on a busy machine.
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => this.faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      // The browser's own message about an error response is no fault of the page.
      const isAnswer = /^Failed to load resource/.test(message.text());
      if (message.type() === 'error' && !isAnswer) this.faults.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).host !== new URL(url).host)
        this.faults.push(`request: ${request.url()}`);
    });
    await page.goto(url);
    return page;
  }

  async close(): Promise<void> {
    for (const context of this.#contexts) await context.close();
    await this.#browser.close();
  }
}

/** The console of a control plane. */
export const consoleUrl = (controlPlane: TestControlPlane): string => new URL('/', controlPlane.url).href;

/** Shared by the tests of a file: a control plane with the console, and a browser. */
export interface ConsoleSite {
  readonly controlPlane: TestControlPlane;
  readonly browser: TestBrowser;
  /** Opens the console without signing in. */
  open(look?: Look): Promise<Page>;
  /** Opens the overview for the owner. */
  openAsOwner(look?: Look): Promise<Page>;
}

/** Starts and stops the shared parts. No test may leave a page fault behind. */
export function provideConsole(options: TestControlPlaneOptions = {}): ConsoleSite {
  let controlPlane: TestControlPlane;
  let browser: TestBrowser;
  beforeAll(async () => {
    [controlPlane, browser] = await Promise.all([startWithConsole(options), TestBrowser.start()]);
  });
  afterEach(() => expect(browser.faults).toEqual([]));
  afterAll(() => Promise.all([browser?.close(), controlPlane?.destroy()]));
  const open = (look?: Look) => browser.open(consoleUrl(controlPlane), look);
  return {
    get controlPlane() {
      return controlPlane;
    },
    get browser() {
      return browser;
    },
    open,
    openAsOwner: async (look) => {
      const page = await open(look);
      await signInAsOwner(page, controlPlane);
      return page;
    },
  };
}

/** Signs the owner in, and shows the overview. */
export async function signInAsOwner(page: Page, controlPlane: TestControlPlane): Promise<void> {
  await signIn(page, controlPlane.made.email, await controlPlane.ownerPassword());
}

/** Signs somebody in, and shows the overview. The form itself is tested in `sign-in.test.ts` and `by-keys.test.ts`. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  const query = 'mutation($input: SignInInput!) { signIn(input: $input) { needsSecondFactor } }';
  const answer = await page.context().request.post('graphql', {
    headers: { origin: new URL(page.url()).origin },
    data: { query, variables: { input: { email, password } } },
  });
  expect(await answer.json()).toEqual({ data: { signIn: { needsSecondFactor: false } } });
  await page.goto('');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}
