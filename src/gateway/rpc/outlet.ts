import type { ServerResponse } from 'node:http';
import { Cancelled } from '../calls/cancellation.ts';
import { statusOf } from './faults.ts';
import type { Reply, RpcRequest } from './read-request.ts';
import { aroundResult, type CallAnswer, writeAnswer } from './write-answer.ts';

/** Until then, an answer is sent as a whole, with its length. */
const holdLength = 64 * 1024;
/**
 * A caller that takes nothing of an answer for this long loses its connection, and one that takes less than this: it holds
 * a call of a member, or memory.
 */
const stallMs = 30_000;
const minBytesPerSecond = 16 * 1024;
const maxWaitMs = (bytes: number): number => stallMs + (bytes / minBytesPerSecond) * 1000;

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
  #sentBytes = 0;
  /** For the caller, in total. */
  #waitedMs = 0;

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

  /** Whether answers are held to leave with later ones. */
  get isHolding(): boolean {
    return this.#heldLength > 0;
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

  /** Ends the request's answer, and resolves when the caller's connection has taken it. Throws Cancelled if it did not. */
  async finish(): Promise<void> {
    const response = this.#response;
    // Only notifications.
    if (this.#answers === 0 && !this.#isEmptyBatch) {
      response.writeHead(204).end();
      return;
    }
    const text = `${this.#held.join('')}${this.#isBatch ? ']' : ''}\n`;
    if (!response.headersSent) response.writeHead(this.#status, { ...type, 'content-length': Buffer.byteLength(text) });
    response.end(text);
    this.#sentBytes += text.length;
    if (response.writableLength > 0) await this.#untilTaken('finish', text.length);
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
    this.#sentBytes += piece.length;
    if (!response.write(piece)) await this.#untilTaken('drain', piece.length);
  }

  /** Waits for the caller, longer for one that has taken more. Throws Cancelled if it left, or takes too little. */
  async #untilTaken(event: 'drain' | 'finish', bytes: number): Promise<void> {
    if (this.#response.destroyed) throw new Cancelled('the caller left');
    const leftMs = maxWaitMs(this.#sentBytes) - this.#waitedMs;
    const startedAt = performance.now();
    const isTaken = await happens(this.#response, event, Math.min(maxWaitMs(bytes), leftMs));
    this.#waitedMs += performance.now() - startedAt;
    if (!isTaken) throw new Cancelled('the caller left, or takes too little of its answer');
  }
}

const type = { 'content-type': 'application/json' };

/** Resolves with false if the response closes first, or after `ms`. */
function happens(response: ServerResponse, event: 'drain' | 'finish', ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const [onEvent, onClose] = [() => resolve(true), () => resolve(false)];
  const stalled = setTimeout(onClose, Math.max(0, ms));
  response.once(event, onEvent).once('close', onClose);
  return promise.finally(() => {
    clearTimeout(stalled);
    response.off(event, onEvent).off('close', onClose);
  });
}
