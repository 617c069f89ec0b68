import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Provider from 'oidc-provider';
import type { TestControlPlane } from './control-plane.ts';
import { freePort } from './free-port.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Where a provider differs from others. */
interface Habits {
  /** The path of the issuer, such as `/realms/acme`. */
  path?: string;
  /** Claims beyond those of `email` and `profile`, by the scope that requests them. */
  claims?: Readonly<Record<string, readonly string[]>>;
  /** Claims that only one of the two has. */
  onlyInUserInfo?: readonly string[];
  onlyInIdToken?: readonly string[];
}

interface Authorizing {
  oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } };
}

const clientSecret = 'a secret of the client';

/** A real OpenID Connect provider on loopback. It signs in `person` without asking. */
export class TestIdentityProvider {
  readonly issuer: string;
  readonly redirectUri: string;
  readonly people = new Map<string, Claims>();
  person = '';
  /** How often the user info was requested. */
  userInfos = 0;
  close: () => Promise<void> = async () => {};

  private constructor(port: number, publicUrl: string, path: string) {
    this.issuer = `http://127.0.0.1:${port}${path}`;
    this.redirectUri = `${publicUrl}/sign-in/callback`;
  }

  static async start(publicUrl: string, habits: Habits = {}): Promise<TestIdentityProvider> {
    const port = await freePort();
    const { path = '' } = habits;
    const made = new TestIdentityProvider(port, publicUrl, path);
    const provider = made.#build(habits);
    const answer = provider.callback();
    const server = createServer((request, response) => {
      // As a framework does that mounts the provider at a path.
      Object.assign(request, { originalUrl: request.url, url: request.url?.slice(path.replace(/\/$/, '').length) });
      if (request.url?.startsWith('/interaction/'))
        void provider.interactionFinished(request, response, { login: { accountId: made.person } });
      else answer(request, response);
    });
    await once(server.listen(port, '127.0.0.1'), 'listening');
    made.close = async () => {
      server.closeAllConnections();
      server.close();
    };
    return made;
  }

  #build({
    path = '',
    claims: { openid = [], ...claims } = {},
    onlyInUserInfo = [],
    onlyInIdToken = [],
  }: Habits): Provider {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return new Provider(this.issuer, {
      clients: [{ client_id: 'satrap', client_secret: clientSecret, redirect_uris: [this.redirectUri] }],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
      cookies: { keys: ['a key of the cookies'] },
      claims: {
        openid: ['sub', ...openid],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username', 'groups', 'realm_access'],
        ...claims,
      },
      scopes: ['openid', 'profile', 'email', ...Object.keys(claims)],
      conformIdTokenClaims: false,
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: {
        url: (_context: unknown, { uid }: { uid: string }) => `${path.replace(/\/$/, '')}/interaction/${uid}`,
      },
      findAccount: (_context: unknown, accountId: string) => ({
        accountId,
        claims: async (use: string) => {
          if (use === 'userinfo') this.userInfos++;
          const absent = use === 'userinfo' ? onlyInIdToken : onlyInUserInfo;
          const person = Object.entries(this.people.get(accountId) ?? {});
          return { sub: accountId, ...Object.fromEntries(person.filter(([name]) => !absent.includes(name))) };
        },
      }),
      loadExistingGrant: async ({ oidc: { provider, client, session } }: Authorizing) => {
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope(['openid email profile', ...Object.keys(claims)].join(' '));
        await grant.save();
        return grant;
      },
    });
  }

  /** Opens the URL of a sign-in as a browser does. Returns the query of the redirect to the control plane. */
  async authorize(url: string, person: string): Promise<string> {
    this.person = person;
    const cookies = new Map<string, string>();
    let next = url;
    while (!next.startsWith(this.redirectUri)) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const { headers, status } = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const text of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(text) ?? [];
        cookies.set(name, value);
      }
      const location = headers.get('location');
      if (location === null) throw new Error(`the provider answered ${next} with ${status}`);
      next = new URL(location, next).href;
    }
    return new URL(next).search.slice(1);
  }

  /** Writes the file of `--sso`. Returns its path. */
  writeFile({ settings: { dataDir } }: TestControlPlane, roles: readonly object[], more: object = {}): string {
    const path = join(dataDir, `sso-${crypto.randomUUID()}.toml`);
    const values = { name: 'Acme', issuer: this.issuer, client_id: 'satrap', client_secret: clientSecret, ...more };
    const lines = [values, ...roles].map((table) =>
      Object.entries(table)
        .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
        .join('\n'),
    );
    writeFileSync(path, lines.join('\n[[roles]]\n'), { mode: 0o600 });
    return path;
  }
}
