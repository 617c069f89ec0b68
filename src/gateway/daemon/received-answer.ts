import type { Dispatcher } from 'undici';
import { errorMessage } from '../../text/error-message.ts';
import { DaemonFault } from './daemon-fault.ts';

/** The whole answer, or its beginning and the rest, chunk by chunk. */
export type DaemonAnswer =
  | { text: string }
  | {
      head: Buffer;
      /** Resolves with null at the end. Throws DaemonFault. */
      next(): Promise<Buffer | null>;
      cancel(): void;
    };

/** A request under way. */
export interface Sent {
  /** Throws DaemonFault. */
  answer: Promise<DaemonAnswer>;
  /** Resolves when the daemon has executed the calls, or when the connection is lost. Its thread is free then. */
  executed: Promise<void>;
  /**
   * Fails the answer, as `abandoned` by default, and discards it when it comes: bitcoind executes a call to its end, also if
   * its caller has left.
   */
  leave(fault?: DaemonFault): void;
  /** Ends the request; the answer fails as `abandoned`. */
  abort(): void;
}

/** An answer up to this length is held in any case: it may be that of a write. */
const smallBytes = 64 * 1024;

type Controller = Dispatcher.DispatchController;

/**
 * Receives the answer to one request: whole, or, beyond `holdBytes`, chunk by chunk as it is asked for. undici's own
 * readable stream costs a small answer twice the time.
 */
export class ReceivedAnswer implements Sent, Dispatcher.DispatchHandler {
  readonly answer: Promise<DaemonAnswer>;
  readonly executed: Promise<void>;
  readonly #onExecuted: () => void;
  readonly #holdBytes: number;
  readonly #charge: (bytes: number) => boolean;
  readonly #resolve: (answer: DaemonAnswer) => void;
  readonly #reject: (fault: DaemonFault) => void;
  #controller: Controller | null = null;
  #status = 0;
  #held: Buffer[] = [];
  #bytes = 0;
  #isStreaming = false;
  #isAborted = false;
  #hasLeft = false;
  /** How a streamed answer ended: null at its end, or a fault. */
  #end: DaemonFault | null | undefined;
  #onMore: (() => void) | null = null;

  /** `charge`: charges bytes that are held, and returns whether more may be. */
  constructor(holdBytes: number, charge: (bytes: number) => boolean) {
    const { promise, resolve, reject } = Promise.withResolvers<DaemonAnswer>();
    this.answer = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#holdBytes = holdBytes;
    this.#charge = charge;
    const executed = Promise.withResolvers<void>();
    this.executed = executed.promise;
    this.#onExecuted = executed.resolve;
  }

  leave(fault = abandoned()): void {
    if (this.#status !== 0) {
      this.abort();
      return;
    }
    this.#hasLeft = true;
    this.#reject(fault);
  }

  abort(): void {
    this.#isAborted = true;
    if (this.#controller === null) this.#reject(abandoned());
    else this.#controller.abort(abandoned());
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#isAborted) controller.abort(abandoned());
  }

  onResponseStart(controller: Controller, status: number): void {
    this.#status = status;
    this.#onExecuted();
    if (this.#hasLeft) controller.abort(abandoned());
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    // The text of a refusal says nothing. undici continues a paused answer with an empty chunk.
    if (this.#status !== 200 || chunk.length === 0) return;
    this.#held.push(chunk);
    this.#bytes += chunk.length;
    if (!this.#isStreaming && this.#bytes <= this.#holdBytes) {
      if (!this.#charge(chunk.length) && this.#bytes > smallBytes) this.#refuse(controller);
      return;
    }
    controller.pause();
    if (this.#isStreaming) this.#onMore?.();
    else this.#beginStream();
  }

  onResponseEnd(): void {
    if (this.#isStreaming) this.#endStream(null);
    else if (this.#status === 200) this.#resolve({ text: this.#take().toString() });
    else this.#reject(refusal(this.#status));
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#onExecuted();
    const fault = this.#isAborted ? abandoned() : faultOf(error);
    if (this.#isStreaming) this.#endStream(fault);
    else this.#reject(fault);
  }

  #refuse(controller: Controller): void {
    this.#held = [];
    this.#reject(new DaemonFault('no_memory', 'this consumer, or all, have too many answers that are not read'));
    controller.abort(abandoned());
  }

  #beginStream(): void {
    this.#isStreaming = true;
    this.#resolve({ head: this.#take(), next: () => this.#next(), cancel: () => this.abort() });
  }

  #endStream(end: DaemonFault | null): void {
    this.#end = end;
    this.#onMore?.();
  }

  async #next(): Promise<Buffer | null> {
    if (this.#held.length === 0 && this.#end === undefined) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onMore = resolve;
      this.#controller?.resume();
      await promise;
      this.#onMore = null;
    }
    if (this.#held.length > 0) return this.#take();
    if (this.#end instanceof DaemonFault) throw this.#end;
    return null;
  }

  #take(): Buffer {
    const [only] = this.#held;
    const taken = this.#held.length === 1 && only !== undefined ? only : Buffer.concat(this.#held);
    this.#held = [];
    return taken;
  }
}

const abandoned = (): DaemonFault => new DaemonFault('abandoned', 'the call was ended');

function refusal(status: number): DaemonFault {
  if (status === 401) return new DaemonFault('unauthorized', 'it does not know the gateway’s user or its password');
  if (status === 403) return new DaemonFault('forbidden', 'its rpcwhitelist lacks the method');
  if (status === 503) return new DaemonFault('busy', 'its queue of calls is full');
  return new DaemonFault('invalid', `it answered with HTTP ${status}`);
}

const timeouts: ReadonlySet<unknown> = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function faultOf(error: Error): DaemonFault {
  if (error instanceof DaemonFault) return error;
  const code = 'code' in error ? error.code : undefined;
  if (timeouts.has(code)) return new DaemonFault('timeout', 'it does not answer in time');
  return new DaemonFault('unreachable', `it does not answer: ${errorMessage(error)}`);
}
