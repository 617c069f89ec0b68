import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { Browser as SignedIn } from '../../test/harness/browser.ts';
import type { TestControlPlane } from '../../test/harness/control-plane.ts';
import { ensureChromium } from '../../test/setup/chromium.ts';

/** A real browser with the signed-in owner of a control plane. Each page starts with an empty cache. */
export class BenchBrowser {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #cookies: Parameters<BrowserContext['addCookies']>[0];

  private constructor(browser: Browser, url: string, cookies: Parameters<BrowserContext['addCookies']>[0]) {
    this.#browser = browser;
    this.#url = url;
    this.#cookies = cookies;
  }

  static async start(controlPlane: TestControlPlane): Promise<BenchBrowser> {
    const signal = AbortSignal.timeout(10 * 60_000);
    const executablePath = await ensureChromium({ say: (line) => console.log(line), signal });
    const args = [...(process.geteuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'];
    const person = new SignedIn(controlPlane);
    await person.signIn(controlPlane.made.email, await controlPlane.ownerPassword());
    const { origin } = new URL(controlPlane.url);
    const cookies = person.cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
    });
    return new BenchBrowser(await chromium.launch({ executablePath, args }), origin, cookies);
  }

  /**
   * Creates an empty page in its own context, in which `script` runs before each document. `page.context().close()`
   * closes it.
   */
  async newPage(script = ''): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.#url,
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
    });
    await context.addCookies(this.#cookies);
    await context.addInitScript(script);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    return page;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
