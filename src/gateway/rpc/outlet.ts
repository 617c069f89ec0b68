import type { ServerResponse } from 'node:http';
import { Cancelled } from '../calls/cancellation.ts';
import { statusOf } from './faults.ts';
import type { Reply, RpcRequest } from './read-request.ts';
import { aroundResult, type CallAnswer, writeAnswer } from './write-answer.ts';

/** Until then, an answer is sent as a whole, with its length. */
const holdLength = 64 * 1024;
/** A caller that takes nothing of an answer for this long loses its connection: it holds a call of a member. */
const stallMs = 30_000;

/** Writes the answers to the calls of one request, large ones piece by piece. */
export class Outlet {
  readonly #response: ServerResponse;
  readonly #isBatch: boolean;
  readonly #isEmptyBatch: boolean;
  #status = 200;
  #held: string[] = [];
  #heldLength = 0;
  #answers = 0;
  #isInside = false;

  constructor(response: ServerResponse, { isBatch, calls }: RpcRequest) {
    this.#response = response;
    this.#isBatch = isBatch;
    this.#isEmptyBatch = isBatch && calls.length === 0;
    if (isBatch) this.#hold('[');
  }

  /** Whether a piece of the current answer has left, so that no other answer can take its place. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** Sends the whole answer to a call. Throws Cancelled if the caller left. */
  async answer(answer: CallAnswer, reply: Reply): Promise<void> {
    if (reply.isNotification) return;
    // In version 2.0 and in a batch, the status is that of the transport.
    if ('code' in answer && !this.#isBatch && !reply.isVersion2) this.#status = statusOf(answer.code);
    this.#separate();
    this.#hold(writeAnswer(answer, reply));
    if (this.#heldLength > holdLength) await this.#flush();
  }

  /** Begins a result that is sent in pieces. */
  async begin(reply: Reply): Promise<void> {
    this.#separate();
    this.#isInside = true;
    this.#hold(aroundResult(reply)[0]);
    await this.#flush();
  }

  /** Sends a piece of a result. Throws Cancelled if the caller left. */
  async write(piece: Buffer): Promise<void> {
    await this.#send(piece);
  }

  /** Ends a result that was sent in pieces. */
  end(reply: Reply): void {
    this.#hold(aroundResult(reply)[1]);
    this.#isInside = false;
  }

  /** Ends the request's answer. */
  finish(): void {
    // Only notifications.
    if (this.#answers === 0 && !this.#isEmptyBatch) {
      this.#response.writeHead(204).end();
      return;
    }
    const text = `${this.#held.join('')}${this.#isBatch ? ']' : ''}\n`;
    if (!this.#response.headersSent)
      this.#response.writeHead(this.#status, { ...type, 'content-length': Buffer.byteLength(text) });
    this.#response.end(text);
  }

  #separate(): void {
    if (this.#answers > 0) this.#hold(',');
    this.#answers++;
  }

  #hold(text: string): void {
    this.#held.push(text);
    this.#heldLength += text.length;
  }

  async #flush(): Promise<void> {
    const text = this.#held.join('');
    this.#held = [];
    this.#heldLength = 0;
    await this.#send(text);
  }

  async #send(piece: string | Buffer): Promise<void> {
    const response = this.#response;
    if (response.destroyed) throw new Cancelled('the caller left');
    if (!response.headersSent) response.writeHead(this.#status, type);
    if (response.write(piece)) return;
    if (!(await drains(response))) throw new Cancelled('the caller left, or takes nothing of its answer');
  }
}

const type = { 'content-type': 'application/json' };

/** Resolves with false if the caller left, or took nothing in time. */
function drains(response: ServerResponse): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const [onDrain, onClose] = [() => resolve(true), () => resolve(false)];
  const stalled = setTimeout(onClose, stallMs);
  response.once('drain', onDrain).once('close', onClose);
  return promise.finally(() => {
    clearTimeout(stalled);
    response.off('drain', onDrain).off('close', onClose);
  });
}
