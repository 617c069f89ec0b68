import type Docker from 'dockerode';
import { followProgress, type ProgressEvent } from '../agent/docker/engine/engine-progress.ts';

/** No word from the registry for this long means that it cannot be reached: a host behind a silent firewall never gets a refusal. */
const FIRST_WORD_MS = 10_000;
const NEXT_WORD_MS = 120_000;
const REPORT_EVERY_MS = 2_000;

export interface PullOptions {
  say(line: string): void;
  signal: AbortSignal;
}

/** Sums the layers of a pull from its events; `current` and `total` are bytes known so far. */
export function pulledBytes(layers: ReadonlyMap<string, ProgressEvent>): { current: number; total: number } {
  let current = 0;
  let total = 0;
  for (const { status, progressDetail } of layers.values()) {
    const size = progressDetail?.total ?? 0;
    total += size;
    // Once a layer is fetched its events count the unpacking, from zero again.
    current += status === 'Downloading' ? (progressDetail?.current ?? 0) : size;
  }
  return { current, total };
}

/** Pulls an image and tells its progress in bytes. Throws with the engine's reason, within about 10 s when no registry answers. */
export async function pullImage(docker: Docker, reference: string, options: PullOptions): Promise<void> {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new Error('the registry did not answer in time'));
  let timer = setTimeout(giveUp, FIRST_WORD_MS);
  const signal = AbortSignal.any([options.signal, silence.signal]);
  const layers = new Map<string, ProgressEvent>();
  let reportedAt = Date.now();
  try {
    const stream = await docker.createImage({ fromImage: reference, abortSignal: signal });
    await followProgress(stream, {
      signal,
      onEvent(event) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, NEXT_WORD_MS);
        if (event.id && event.progressDetail?.total) layers.set(event.id, event);
        if (Date.now() - reportedAt < REPORT_EVERY_MS) return;
        reportedAt = Date.now();
        const { current, total } = pulledBytes(layers);
        options.say(`pulling ${reference}: ${(current / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`);
      },
    });
  } catch (error) {
    // An aborted request says only «aborted»: the signal knows why.
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
