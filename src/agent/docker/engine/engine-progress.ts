import { addAbortListener } from 'node:events';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import { linesOf } from './lines.ts';

const progressEvent = z.object({
  id: z.string().optional(),
  status: z.string().optional(),
  error: z.string().optional(),
  errorDetail: z.object({ message: z.string().optional() }).optional(),
  progressDetail: z.object({ current: z.number().optional(), total: z.number().optional() }).optional(),
});

/** One line of the engine's progress of a pull or an import. `current` and `total` are bytes of the layer `id`. */
export type ProgressEvent = z.infer<typeof progressEvent>;

export interface ProgressOptions {
  onEvent(event: ProgressEvent): void;
  signal: AbortSignal;
}

/**
 * Follows the progress of a pull or import to its end. The engine answers 200 and reports a failure only in the stream:
 * it is thrown.
 */
export async function followProgress(stream: NodeJS.ReadableStream, options: ProgressOptions): Promise<void> {
  const source = stream as Readable;
  using _listener = addAbortListener(options.signal, () => source.destroy(options.signal.reason));
  options.signal.throwIfAborted();
  for await (const line of linesOf(source)) readEvent(line, options);
}

function readEvent(line: string, { onEvent }: ProgressOptions): void {
  if (line.trim() === '') return;
  const event = progressEvent.parse(JSON.parse(line));
  const fault = event.errorDetail?.message ?? event.error;
  if (fault !== undefined) throw new Error(fault);
  onEvent(event);
}
