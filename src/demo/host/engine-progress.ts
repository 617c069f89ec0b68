import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';

const progressEvent = z.object({
  id: z.string().optional(),
  status: z.string().optional(),
  error: z.string().optional(),
  progressDetail: z.object({ current: z.number().optional(), total: z.number().optional() }).optional(),
});

/** One line of the engine's progress of a pull or an import. `current` and `total` are bytes of the layer `id`. */
export type ProgressEvent = z.infer<typeof progressEvent>;

export interface ProgressOptions {
  onEvent(event: ProgressEvent): void;
  signal: AbortSignal;
}

/** Reads the progress of a pull or import to its end. The engine answers 200 and tells a failure only in the stream: it is thrown. */
export async function followProgress(stream: NodeJS.ReadableStream, options: ProgressOptions): Promise<void> {
  const stop = () => (stream as Readable).destroy();
  options.signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const line of createInterface({ input: stream })) {
      if (line.trim() === '') continue;
      const event = progressEvent.parse(JSON.parse(line));
      if (event.error) throw new Error(event.error);
      options.onEvent(event);
    }
  } finally {
    options.signal.removeEventListener('abort', stop);
    stop();
  }
  options.signal.throwIfAborted();
}
