import { addAbortListener } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { inspect } from 'node:util';
import Docker from 'dockerode';
import { SharedCall } from '../../../timing/shared-call.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { EngineEndpoint } from '../../settings/engine-endpoint.ts';
import { toRuntimeError } from './engine-error.ts';

export interface CallOptions {
  /** How long the call may take. Default: 30 seconds, which is enough for every call that waits for no daemon and no registry. */
  timeoutSeconds?: number;
  signal?: AbortSignal;
  /** A connection of its own, which an engine that is ending does not serve. Calls that change something always have one. */
  ownConnection?: boolean;
}

/** The engine's API: each call has a name for error messages and a limit to its time. */
export class EngineClient {
  readonly docker: Docker;
  readonly #ownConnection: Dial;
  readonly #signal: AbortSignal | undefined;
  readonly #containers = new SharedCall(() =>
    this.call('list containers', (abortSignal) => this.docker.listContainers({ all: true, abortSignal })),
  );

  /**
   * The certificates of an endpoint with TLS are read here: throws where they cannot be. Once `signal` aborts, no call goes out any more, and pending calls are given up. With `isReadOnly`, a call that would change anything fails
   * before it goes out.
   */
  constructor(endpoint: EngineEndpoint, signal?: AbortSignal, { isReadOnly = false }: { isReadOnly?: boolean } = {}) {
    const connection = connectionTo(endpoint);
    this.docker = new Docker(connection);
    const Agent = typeof endpoint === 'string' ? HttpAgent : HttpsAgent;
    this.#ownConnection = changeByOwnConnections(
      this.docker,
      connection,
      withoutDetails(new Agent({ keepAlive: false })),
    );
    this.#signal = signal;
    if (isReadOnly) refuseChanges(this.docker);
  }

  /** Runs one call. `what` completes the sentence «Docker could not …». Throws RuntimeError. */
  async call<T>(what: string, work: (signal: AbortSignal) => Promise<T>, options: CallOptions = {}): Promise<T> {
    const { timeoutSeconds = 30 } = options;
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
    const signal = AbortSignal.any([timeout, options.signal, this.#signal].filter((each) => each !== undefined));
    const aborted = Promise.withResolvers<never>();
    using _listener = addAbortListener(signal, () =>
      aborted.reject(
        timeout.aborted
          ? new RuntimeError('timeout', `Docker did not ${what} within ${timeoutSeconds} s`)
          : new RuntimeError('refused', `the wait for Docker to ${what} was given up`),
      ),
    );
    try {
      // dockerode does not settle every call whose signal aborts.
      return await Promise.race([aborted.promise, ...(signal.aborted ? [] : [work(signal)])]);
    } catch (error) {
      throw toRuntimeError(what, error);
    }
  }

  /**
   * Lists all containers of the host. The workers of all nodes ask for it when they are woken together, and each list names all nodes: so those
   * who ask together get the same one. Throws RuntimeError.
   */
  containers(): Promise<readonly Docker.ContainerInfo[]> {
    return this.#containers.run();
  }

  /**
   * Reads `path` of the engine's API, for calls whose dockerode methods take no abort signal (Image.inspect, Image.distribution, info):
   * with an engine that hangs, each of those would leave a connection open.
   */
  get<T>(what: string, path: string, options: CallOptions = {}): Promise<T> {
    return this.call(
      what,
      (abortSignal) => {
        const { promise, resolve, reject } = Promise.withResolvers<T>();
        const { modem } = this.docker;
        const dial = options.ownConnection ? this.#ownConnection : modem.dial.bind(modem);
        dial({ path, method: 'GET', abortSignal, statusCodes: { 200: true } }, (error, answer) => {
          if (error) reject(error);
          else resolve(answer as T);
        });
        return promise;
      },
      options,
    );
  }
}

/** A host by name must be the one of the engine's certificate. */
function connectionTo(endpoint: EngineEndpoint): Docker.DockerOptions {
  if (typeof endpoint === 'string') return { socketPath: endpoint };
  const { host, port, caFile, certFile, keyFile } = endpoint;
  const [ca, cert, key] = [caFile, certFile, keyFile].map((path) => readFileSync(path, 'utf8'));
  return { protocol: 'https', host, port, ca, cert, key };
}

/**
 * Has each call that changes something go by a connection of its own. An engine that is ending takes no new connection, but serves those that are
 * open: Docker 20.10 starts a container again that it has just stopped for its end, and makes a volume whose labels it then forgets. Returns how a
 * call that only reads goes by such a connection.
 */
function changeByOwnConnections({ modem }: Docker, connection: Docker.DockerOptions, agent: HttpAgent): Dial {
  const changing = new Docker(connection).modem;
  // Its types do not know the setting.
  Object.assign(changing, { agent });
  const [read, change] = [modem.dial.bind(modem), changing.dial.bind(changing)];
  modem.dial = (options, callback) => (isRead(options) ? read : change)(options, callback);
  return change;
}

type Dial = Docker['modem']['dial'];

/**
 * docker-modem 5 writes each call's options out for a log that nobody reads, down to the buffers of every connection that its agent holds: with
 * 20 nodes that were deployed together, this cost 30 MiB.
 */
const withoutDetails = (agent: HttpAgent): HttpAgent => Object.assign(agent, { [inspect.custom]: () => 'Agent' });

/** Every call of dockerode goes through `dial`. */
function refuseChanges({ modem }: Docker): void {
  const dial = modem.dial.bind(modem);
  modem.dial = (options, callback) => {
    if (isRead(options)) dial(options, callback);
    else
      callback?.(
        new Error(`${options.method} ${options.path} would change something, which a rehearsal must not`),
        null,
      );
  };
}

const isRead = ({ method }: { method?: string }): boolean => method === 'GET' || method === 'HEAD';
