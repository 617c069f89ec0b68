import { addAbortListener } from 'node:events';
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import { withCertificateHint } from '../../text/certificate-hint.ts';
import { errorMessage } from '../../text/error-message.ts';
import { readAtMost } from '../../text/read-at-most.ts';
import { isReachedDirectly } from './no-proxy.ts';

export interface ConnectionSettings {
  caFile?: string | undefined;
  proxy?: string | undefined;
  noProxy?: readonly string[];
}

export interface HttpRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** For a POST; a GET has none. */
  body?: string;
  /** Ends the request, and the answer while it is read. */
  signal: AbortSignal;
}

export class ConnectionFailed extends Error {
  override name = 'ConnectionFailed';
}

/** Kept-alive connections, with a proxy of their own. Uses node:http because fetch costs an agent 16 MiB. */
export class HttpConnections {
  readonly #settings: ConnectionSettings;
  readonly #transports = new Map<string, Promise<Transport>>();

  constructor(settings: ConnectionSettings = {}) {
    this.#settings = settings;
  }

  /** Returns the answer, including redirects, once its headers arrive. Throws ConnectionFailed. */
  async send(request: HttpRequest): Promise<IncomingMessage> {
    const transport = await this.#transportFor(request.url);
    for (;;) {
      try {
        return await send(transport, request);
      } catch (error) {
        // Every call may be repeated: heartbeats are idempotent, events have ids, and an unused key is replaced by the
        // next one.
        if (!(error instanceof IdleConnectionClosed)) throw error;
      }
    }
  }

  #transportFor(url: string): Promise<Transport> {
    const scheme = url.startsWith('https:') ? 'https' : 'http';
    const { proxy, noProxy = [] } = this.#settings;
    const isDirect = proxy === undefined || isReachedDirectly(url, noProxy);
    const kind = `${scheme} ${isDirect ? 'directly' : 'through the proxy'}`;
    const known = this.#transports.get(kind);
    if (known !== undefined) return known;
    const made = transportFor(scheme, { ...this.#settings, proxy: isDirect ? undefined : proxy }).catch(
      (error: unknown) => {
        // A file that cannot be read now may be readable the next time.
        this.#transports.delete(kind);
        throw new ConnectionFailed(errorMessage(error));
      },
    );
    this.#transports.set(kind, made);
    return made;
  }
}

/** For an agent without TLS: Node would look for the server name with its largest regular expression, 5 % of a start. */
export const noServerName = { servername: '' };

interface Transport {
  request: typeof http.request;
  agent: http.Agent;
}

async function transportFor(scheme: 'http' | 'https', { caFile, proxy }: ConnectionSettings): Promise<Transport> {
  const proxyEnv = proxy === undefined ? {} : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
  const options = { keepAlive: true, proxyEnv };
  if (scheme === 'http') return { request: http.request, agent: new http.Agent({ ...options, ...noServerName }) };
  // Loaded only if TLS is used.
  const [{ default: https }, { default: tls }] = await Promise.all([import('node:https'), import('node:tls')]);
  const ca = caFile === undefined ? {} : { ca: [...tls.getCACertificates('default'), readFileSync(caFile, 'utf8')] };
  return { request: https.request, agent: new https.Agent({ ...options, ...ca }) };
}

function send({ request, agent }: Transport, { url, headers, body, signal }: HttpRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options: RequestOptions = {
    method: body === undefined ? 'GET' : 'POST',
    agent,
    headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
  };
  let answer: IncomingMessage | undefined;
  const sent = request(url, options, (response) => {
    answer = response;
    // Readers of the answer see its errors; an abandoned answer must not end the process.
    response.on('error', () => {});
    resolve(response);
  });
  // Not with the option `signal`: it would also end the connection of a complete answer, and nothing handles that
  // error.
  const abortion = addAbortListener(signal, () => {
    const error = new ConnectionFailed('this operation was aborted');
    if (answer === undefined) sent.destroy(error);
    else answer.destroy(error);
  });
  sent.on('close', () => abortion[Symbol.dispose]());
  sent.on('error', (error: NodeJS.ErrnoException) =>
    reject(
      sent.reusedSocket && error.code === 'ECONNRESET'
        ? new IdleConnectionClosed()
        : new ConnectionFailed(reasonOf(error)),
    ),
  );
  sent.end(body);
  return promise;
}

/** The other side closed a kept-alive connection while it was being reused. There are finitely many of those. */
class IdleConnectionClosed extends Error {}

/** If all addresses of a name failed, the message is empty and the reasons are in a list. */
const reasonOf = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map(errorMessage).join(', ')
    : withCertificateHint(errorMessage(error), 'set ca_file to the certificate of its authority');

/** An overloaded control plane spreads its agents over more than a minute; a proxy may name any time. */
const maxRetryAfterSeconds = 120;

/** Returns the milliseconds to wait before the next request, spread over a second; 0 if the answer does not say. */
export const retryAfterMs = ({ headers }: IncomingMessage): number => {
  const seconds = Math.min(maxRetryAfterSeconds, Number(headers['retry-after']));
  return seconds > 0 ? (seconds + Math.random()) * 1000 : 0;
};

/** Reads a body as text. Throws ConnectionFailed, and an Error beyond `maxBytes`. */
export async function readText(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const text = await readAtMost(answer, maxBytes).catch((error: Error) => {
    throw new ConnectionFailed(reasonOf(error));
  });
  if (text === null) throw new Error(`larger than ${maxBytes / 1024 / 1024} MiB`);
  return text;
}
