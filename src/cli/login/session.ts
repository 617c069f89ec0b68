import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { GraphQLClient } from 'graphql-request';
import { type Answered, isAnswered } from '../../contract/answered.ts';
import { ConfirmSignInDocument, SignInDocument, SignOutDocument } from '../../contract/operations.generated.ts';
import { describeApiError } from '../api.ts';
import { CommandError } from '../command-error.ts';

/** The session of a person who signs in at a terminal, for as long as it takes to make a key. It keeps the cookies as a browser does. */
export class Session {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  readonly #client: GraphQLClient;

  constructor(url: string) {
    this.#url = url;
    this.#client = new GraphQLClient(url, {
      // A cookie counts only in a request that names the control plane's own origin.
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

  /** Signs in. `askCode` is asked for a second factor where the person has one. Throws CommandError. */
  async signIn(email: string, password: string, askCode: () => Promise<string>): Promise<void> {
    const { signIn } = await this.call(SignInDocument, { input: { email, password } });
    if (!signIn.needsSecondFactor) return;
    const code = (await askCode()).trim();
    const input = /^\d{6}$/.test(code) ? { code } : { recoveryCode: code };
    await this.call(ConfirmSignInDocument, { input });
  }

  /** The session is not needed any more once there is a key. */
  async signOut(): Promise<void> {
    await this.call(SignOutDocument, {});
  }

  /** Throws CommandError with the API's message. */
  async call<T extends object, V extends object>(
    document: TypedDocumentNode<T, V>,
    variables: V,
  ): Promise<T & Answered<T>> {
    const data = await this.#client
      .request<T, object>({ document, variables, signal: AbortSignal.timeout(30_000) })
      .catch((error: unknown) => {
        throw new CommandError(describeApiError(error, this.#url));
      });
    if (isAnswered(data)) return data;
    throw new CommandError(`${this.#url} left out what was asked for; is it a control plane of this version?`);
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
