import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { GraphQLClient } from 'graphql-request';
import { ConfirmSignInDocument, SignInDocument, SignOutDocument } from '../../contract/operations.generated.ts';
import { answered } from '../api.ts';

/** A sign-in session that lasts until a key is created. Keeps cookies as a browser does. */
export class Session {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  readonly #client: GraphQLClient;

  constructor(url: string) {
    this.#url = url;
    this.#client = new GraphQLClient(url, {
      // The control plane accepts cookies only with its own origin.
      headers: () => ({
        origin: new URL(url).origin,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      }),
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
        return response;
      },
    });
  }

  /** Signs in. Calls `askCode` if the person has a second factor. Throws CommandError. */
  async signIn(email: string, password: string, askCode: () => Promise<string>): Promise<void> {
    const { signIn } = await this.call(SignInDocument, { input: { email, password } });
    if (!signIn.needsSecondFactor) return;
    const code = (await askCode()).trim();
    const input = /^\d{6}$/.test(code) ? { code } : { recoveryCode: code };
    await this.call(ConfirmSignInDocument, { input });
  }

  /** Ends the session, which is not needed after the key is created. */
  async signOut(): Promise<void> {
    await this.call(SignOutDocument, {});
  }

  /** Throws CommandError with the API's message. */
  call<T extends object, V extends object>(document: TypedDocumentNode<T, V>, variables: V) {
    const signal = AbortSignal.timeout(30_000);
    return answered<T>(this.#url, this.#client.request<T, object>({ document, variables, signal }));
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
