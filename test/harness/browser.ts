import { dataOf, type GraphqlAnswer, post } from './graphql.ts';

interface Site {
  url: string;
  settings?: { publicUrl?: string | undefined };
}

/** A browser's handling of cookies and origins, for pages of a control plane or of a replica. */
export class Browser {
  readonly #controlPlane: Site;
  readonly #cookies = new Map<string, string>();
  /** The header `Origin`; undefined for a program, which sends none. */
  origin: string | undefined;
  setCookies: string[] = [];
  headers = new Headers();

  constructor(controlPlane: Site) {
    this.#controlPlane = controlPlane;
    this.origin = new URL(controlPlane.settings?.publicUrl ?? controlPlane.url).origin;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async call(query: string, variables: object = {}): Promise<GraphqlAnswer> {
    const own = {
      'user-agent': 'Test/1.0',
      ...(this.cookie === '' ? {} : { cookie: this.cookie }),
      ...(this.origin === undefined ? {} : { origin: this.origin }),
    };
    const { headers, ...answer } = await post(this.#controlPlane.url, own, query, variables);
    this.headers = headers;
    this.setCookies = headers.getSetCookie();
    for (const cookie of this.setCookies) this.keep(cookie);
    return answer;
  }

  async ask(query: string, variables: object = {}): Promise<GraphqlAnswer['data']> {
    return dataOf(await this.call(query, variables));
  }

  signIn(email: string, password: string): Promise<GraphqlAnswer> {
    return this.call(
      'mutation($input: SignInInput!) { signIn(data: $input) { needsSecondFactor person { id email } } }',
      { input: { email, password } },
    );
  }

  async who(): Promise<string | null> {
    return (await this.ask('{ viewer { person { email } } }')).viewer?.person?.email ?? null;
  }

  keep(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split(';');
    const at = pair.indexOf('=');
    const ends = attributes.some((attribute) => /^ *max-age=0$/i.test(attribute));
    if (ends) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
