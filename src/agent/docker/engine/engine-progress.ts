import { addAbortListener } from 'node:events';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import type { PullProgress } from '../../runtime/runtime.ts';
import { linesOf } from './streams.ts';

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

/** Follows a pull or import to its end. Throws a failure, which the engine reports only in the stream. */
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

/** The events after which a layer is completely fetched. The bytes of "Extracting" count the unpacking, from zero. */
const isFetched = /^(Verifying Checksum|Download complete|Extracting|Pull complete)$/;

/** Returns a sum of the layers of one pull after each event; the engine discovers layers as it goes. `done` never falls. */
export function pullTracker() {
  const layers = new Map<string, PullProgress>();
  return ({ id, status = '', progressDetail }: ProgressEvent): PullProgress => {
    if (id !== undefined) {
      const { done, total } = layers.get(id) ?? { done: 0, total: 0 };
      const size = Math.max(total, progressDetail?.total ?? 0);
      const fetched = isFetched.test(status) ? size : status === 'Downloading' ? (progressDetail?.current ?? 0) : 0;
      // A broken download starts again at zero; the sum stays until it has caught up.
      if (size > 0) layers.set(id, { done: Math.max(done, fetched), total: size });
    }
    const all = [...layers.values()];
    return {
      done: all.reduce((sum, layer) => sum + layer.done, 0),
      total: all.reduce((sum, layer) => sum + layer.total, 0),
    };
  };
}
