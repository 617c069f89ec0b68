import { addAbortListener } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AgentOptions, type ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { inspect } from 'node:util';
import Docker from 'dockerode';
import pLimit from 'p-limit';
import { sharedCall } from '../../../timing/shared-call.ts';
import { noServerName } from '../../control-plane/http-connections.ts';
import { RuntimeError, refused } from '../../runtime/runtime-error.ts';
import type { EngineEndpoint } from '../../settings/engine-endpoint.ts';
import { toRuntimeError } from './engine-error.ts';
import { type RegistryLogin, registryLogin } from './registry-logins.ts';

export interface CallOptions {
  /** Default: 30 seconds, which is enough for every call that waits for no daemon and no registry. */
  timeoutSeconds?: number;
  signal?: AbortSignal;
  /** Uses a new connection, which a stopping engine does not accept. Calls that change something always do. */
  ownConnection?: boolean;
  /** The login that the engine uses at a registry. */
  login?: RegistryLogin | undefined;
  /** Undoes what must not stay: it is also made once the agent is ending. */
  isCleanup?: boolean;
}

export type ContainerAct<T> = (container: Docker.Container, options: { abortSignal: AbortSignal }) => Promise<T>;

/** The engine’s API. Each call has a name for error messages and a timeout. It throws RuntimeError, as do its users. */
export class EngineClient {
  readonly docker: Docker;
  /** Reads that keep some MiB of what containers wrote, as of their logs: whatever the number of nodes, few at once. */
  readonly logReads = pLimit(4);
  /** The same for files of up to 32 MiB. */
  readonly fileReads = pLimit(1);
  /** The login for the registry of an image; undefined without one. Throws RuntimeError for an unusable file of logins. */
  readonly loginFor: (reference: string) => RegistryLogin | undefined;
  readonly #ownConnection: Dial;
  readonly #signal: AbortSignal | undefined;
  /** Lists all containers of the host. Workers that are woken together share one list, which names all nodes. */
  readonly containers = sharedCall<readonly Docker.ContainerInfo[]>(() =>
    this.call('list containers', (abortSignal) => this.docker.listContainers({ all: true, abortSignal })),
  );

  /**
   * Reads the certificates of a TLS endpoint, and throws if they are not readable. Once `signal` aborts, no new calls
   * are made and pending ones are abandoned. With `isReadOnly`, a call that would change anything fails before it is
   * sent. `registryAuth`: the file with the logins of registries.
   */
  constructor(
    endpoint: EngineEndpoint,
    signal?: AbortSignal,
    { isReadOnly = false, registryAuth }: { isReadOnly?: boolean; registryAuth?: string | undefined } = {},
  ) {
    this.loginFor = (reference) => registryLogin(registryAuth, reference);
    this.docker = connect(endpoint, { keepAlive: true, timeout: 5000 });
    this.#ownConnection = changeByOwnConnections(this.docker.modem, connect(endpoint, { keepAlive: false }).modem);
    this.#signal = signal;
    if (isReadOnly) refuseChanges(this.docker);
  }

  /** Runs one call. `what` completes the sentence "Docker could not …". */
  async call<T>(what: string, work: (signal: AbortSignal) => Promise<T>, options: CallOptions = {}): Promise<T> {
    const { timeoutSeconds = 30, isCleanup = false } = options;
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
    const ending = isCleanup ? undefined : this.#signal;
    const signal = AbortSignal.any([timeout, options.signal, ending].filter((each) => each !== undefined));
    const aborted = Promise.withResolvers<never>();
    using _listener = addAbortListener(signal, () =>
      aborted.reject(
        timeout.aborted
          ? new RuntimeError('timeout', `Docker did not ${what} within ${timeoutSeconds} s`)
          : refused(`cancelled waiting for Docker to ${what}`),
      ),
    );
    try {
      // dockerode does not settle every call whose signal aborts.
      return await Promise.race([aborted.promise, ...(signal.aborted ? [] : [work(signal)])]);
    } catch (error) {
      throw toRuntimeError(what, error);
    }
  }

  /** Runs one call for a container, by id or name. `act` passes the options on to dockerode. */
  onContainer<T>(id: string, what: string, act: ContainerAct<T>, options?: CallOptions): Promise<T> {
    return this.call(what, (abortSignal) => act(this.docker.getContainer(id), { abortSignal }), options);
  }

  /** Opens an answer as a stream; the caller destroys it. Within `call`, whose signal ends it. */
  open(path: string, query: object, abortSignal: AbortSignal): Promise<Readable> {
    const request = { path, method: 'GET', isStream: true, statusCodes: { 200: true }, options: query, abortSignal };
    return new Promise((resolve, reject) =>
      this.docker.modem.dial(request, (error, answer) => (error ? reject(error) : resolve(answer as Readable))),
    );
  }

  /**
   * Reads `path` of the engine's API, for calls whose dockerode methods take no abort signal (Image.inspect,
   * Image.distribution, info): with a hanging engine, each of those would leave a connection open.
   */
  get<T>(what: string, path: string, options: CallOptions = {}): Promise<T> {
    const { modem } = this.docker;
    const dial = options.ownConnection ? this.#ownConnection : modem.dial.bind(modem);
    const ask = (abortSignal: AbortSignal) =>
      new Promise<T>((resolve, reject) =>
        dial(
          { path, method: 'GET', abortSignal, statusCodes: { 200: true }, authconfig: options.login },
          (error, answer) => (error ? reject(error) : resolve(answer as T)),
        ),
      );
    return this.call(what, ask, options);
  }
}

/** Connects to the engine at a socket or over TLS, where a named host must match the engine's certificate. */
function connect(endpoint: EngineEndpoint, options: AgentOptions): Docker {
  // In variables: dockerode's types do not know the agent.
  if (typeof endpoint === 'string') {
    const agent = withoutDetails(new HttpAgent({ ...options, ...noServerName }));
    const bySocket = { socketPath: endpoint, agent };
    return limitAnswers(new Docker(bySocket), agent);
  }
  const { host, port, caFile, certFile, keyFile } = endpoint;
  const [ca, cert, key] = [caFile, certFile, keyFile].map((path) => readFileSync(path, 'utf8'));
  const agent = withoutDetails(new HttpsAgent(options));
  const byTls = { protocol: 'https' as const, host, port, ca, cert, key, agent };
  return limitAnswers(new Docker(byTls), agent);
}

/** A list of all containers of a host has their labels, which images may fill. */
const maxAnswerBytes = 64 * 1024 * 1024;

/** The parts of docker-modem and node:http that see each request, which their types leave out. */
interface RequestBuilder {
  buildRequest(options: object, context: { isStream?: boolean }, data: unknown, callback: unknown): void;
}
interface RequestTaker {
  addRequest(request: ClientRequest, options: { isCollected?: boolean }): void;
}

/**
 * Limits the answers that dockerode collects in memory: a longer one fails its call, and so does one that the end of the
 * engine cuts off, for which dockerode would wait until the timeout. Streams have their own limits.
 */
function limitAnswers(docker: Docker, agent: HttpAgent): Docker {
  const modem = docker.modem as unknown as RequestBuilder;
  const build = modem.buildRequest.bind(modem);
  modem.buildRequest = (options, context, data, callback) =>
    build({ ...options, isCollected: context.isStream !== true }, context, data, callback);
  const taker = agent as unknown as RequestTaker;
  const add = taker.addRequest.bind(agent);
  taker.addRequest = (request, options) => {
    if (options.isCollected) limitAnswer(request);
    add(request, options);
  };
  return docker;
}

function limitAnswer(request: ClientRequest): void {
  request.prependOnceListener('response', (answer) => {
    // The engine was stopped in the middle of its answer; dockerode listens to the request alone.
    answer.once('error', (error) => request.emit('error', error));
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes)
        request.destroy(new Error(`the engine’s answer exceeds ${maxAnswerBytes / 1024 / 1024} MiB`));
    });
  });
}

/**
 * Makes each changing call on a new connection. A stopping engine accepts no new connections but serves open ones:
 * Docker 20.10 restarts a container that it has just stopped for its shutdown, and creates a volume whose labels it
 * then forgets. Returns how to make a read-only call on a new connection.
 */
function changeByOwnConnections(modem: Docker['modem'], changing: Docker['modem']): Dial {
  const [read, change] = [modem.dial.bind(modem), changing.dial.bind(changing)];
  modem.dial = (options, callback) => (isRead(options) ? read : change)(options, callback);
  return change;
}

type Dial = Docker['modem']['dial'];

/** docker-modem 5 inspects options for an unused log, down to each connection's buffers: 30 MiB for 20 new nodes. */
const withoutDetails = (agent: HttpAgent): HttpAgent => Object.assign(agent, { [inspect.custom]: () => 'Agent' });

/** Every call of dockerode goes through `dial`. */
function refuseChanges({ modem }: Docker): void {
  const dial = modem.dial.bind(modem);
  modem.dial = (options, callback) => {
    if (isRead(options)) dial(options, callback);
    else callback?.(new Error(`${options.method} ${options.path} is not allowed: rehearsals are read-only`), null);
  };
}

const isRead = ({ method }: { method?: string }): boolean => method === 'GET' || method === 'HEAD';
