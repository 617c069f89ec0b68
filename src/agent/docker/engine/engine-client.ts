import Docker from 'dockerode';
import { EngineError, engineError } from './engine-error.ts';

export interface CallOptions {
  /** How long the call may take. Default: 30 seconds, which no call needs that does not wait for the daemon or a registry. */
  seconds?: number;
  signal?: AbortSignal;
}

/** The engine's API, each call with a name for error messages and an end to its waiting. */
export class DockerClient {
  readonly docker: Docker;
  readonly #ending: AbortSignal | undefined;

  /** Once `ending` aborts, no call goes out any more, and those under way are given up. */
  constructor(socketPath: string, ending?: AbortSignal) {
    this.docker = new Docker({ socketPath });
    this.#ending = ending;
  }

  /** Runs one call. Throws EngineError, with the fault `timeout` when the engine did not answer in time. */
  async call<T>(what: string, work: (signal: AbortSignal) => Promise<T>, options: CallOptions = {}): Promise<T> {
    const seconds = options.seconds ?? 30;
    const timeout = AbortSignal.timeout(seconds * 1000);
    const signal = AbortSignal.any([timeout, options.signal, this.#ending].filter((one) => one !== undefined));
    const ended = Promise.withResolvers<never>();
    const end = () =>
      ended.reject(
        timeout.aborted
          ? new EngineError('timeout', `Docker did not ${what} within ${seconds} s`)
          : new EngineError('refused', `the wait for Docker to ${what} was given up`),
      );
    signal.addEventListener('abort', end, { once: true });
    try {
      if (signal.aborted) {
        end();
        return await ended.promise;
      }
      return await Promise.race([ended.promise, work(signal)]);
    } catch (error) {
      throw engineError(what, error);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }
}
