import { addAbortSignal, type Readable } from 'node:stream';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';

/** Of JSON about one object, such as an event with the labels of its container. */
const maxLineLength = 1024 * 1024;

/** The lines of a stream, until it ends or fails. A last line without a line break counts. Throws for one beyond 1 MiB. */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n');
    rest.push(first);
    length += first.length;
    const last = others.pop();
    if (last !== undefined) {
      yield rest.join('');
      yield* others;
      rest = [last];
      length = last.length;
    }
    if (length > maxLineLength) throw new Error(`a line of the engine’s answer exceeds ${maxLineLength} characters`);
  }
  if (length > 0) yield rest.join('');
}

export interface EngineStream<T> {
  /** Completes the sentence "Docker could not …". */
  what: string;
  open(signal: AbortSignal): Promise<unknown>;
  onOpen?(): void;
  read(stream: Readable): AsyncIterable<T>;
}

/** Follows a stream of the engine. Ends, by return or by RuntimeError, when the engine closes the stream. */
export async function* followStream<T>(
  client: EngineClient,
  { what, open, onOpen, read }: EngineStream<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  // Not the call's own signal: its timeout is shorter than the stream.
  const unopened = new AbortController();
  const opening = client.call(what, () => open(AbortSignal.any([signal, unopened.signal])));
  opening.catch(() => unopened.abort());
  const stream = addAbortSignal(signal, (await opening) as Readable);
  onOpen?.();
  try {
    yield* read(stream);
  } catch (error) {
    // The connection's own message would be "aborted".
    if (!signal.aborted)
      throw new RuntimeError('unreachable', 'The Docker engine stopped responding', { cause: error });
  } finally {
    stream.destroy();
  }
}
