import type { ParsedJson } from './parsed-json.ts';
import { until } from './until.ts';

export class EventStream {
  readonly messages: ParsedJson[] = [];
  headers = new Headers();
  received = '';
  ended = false;
  #failure: unknown;
  readonly #leaving = new AbortController();

  /** With an API key or a browser's headers. Resolves once the response has started: no later change is missed. */
  static async open(
    url: string,
    credential: string | Record<string, string>,
    query: string,
    variables: object = {},
  ): Promise<EventStream> {
    const stream = new EventStream();
    const response = await fetch(url, {
      method: 'POST',
      signal: stream.#leaving.signal,
      headers: {
        ...{ accept: 'text/event-stream', 'content-type': 'application/json' },
        ...(typeof credential === 'string' ? { authorization: `Bearer ${credential}` } : credential),
      },
      body: JSON.stringify({ query, variables }),
    });
    stream.headers = response.headers;
    stream.#read(response).catch((error: unknown) => {
      stream.#failure = error;
    });
    return stream;
  }

  /** Whether more messages may come: it has neither ended nor broken. */
  get isOpen(): boolean {
    return !this.ended && this.#failure === undefined;
  }

  /** Resolves with the data of the first message, from the message number `from` on, for which `matches` returns true. */
  message(what: string, matches: (data: ParsedJson) => boolean, from = 0): Promise<ParsedJson> {
    const look = () => {
      const found = this.messages.slice(from).find((data) => matches(data));
      if (found === undefined && this.#failure !== undefined)
        throw new Error(`the stream broke while waiting until ${what}`, { cause: this.#failure });
      return found;
    };
    return until(what, look, undefined, 5);
  }

  leave(): void {
    this.#leaving.abort();
  }

  async #read(response: Response): Promise<void> {
    let unread = '';
    for await (const chunk of response.body ?? []) {
      const text = Buffer.from(chunk).toString();
      this.received += text;
      unread += text;
      const parts = unread.split('\n\n');
      unread = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: (.+)$/m.exec(part)?.[1];
        if (data !== undefined) this.messages.push(JSON.parse(data));
      }
    }
    this.ended = true;
  }
}
