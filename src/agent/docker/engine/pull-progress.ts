import type { PullProgress } from '../../runtime/runtime.ts';
import type { ProgressEvent } from './engine-progress.ts';

/**
 * The events after which a layer is completely fetched. The bytes of "Extracting" start at zero again: they count the
 * unpacking.
 */
const isFetched = /^(Verifying Checksum|Download complete|Extracting|Pull complete)$/;

/** Sums the layers of one pull; the engine discovers layers as it goes. `done` never falls. */
export class PullTracker {
  readonly #layers = new Map<string, PullProgress>();

  record({ id, status = '', progressDetail }: ProgressEvent): PullProgress {
    if (id !== undefined) {
      const { done, total } = this.#layers.get(id) ?? { done: 0, total: 0 };
      const size = Math.max(total, progressDetail?.total ?? 0);
      const fetched = isFetched.test(status) ? size : status === 'Downloading' ? (progressDetail?.current ?? 0) : 0;
      // A broken download starts again at zero; the sum stays until it has caught up.
      if (size > 0) this.#layers.set(id, { done: Math.max(done, fetched), total: size });
    }
    return this.progress;
  }

  get progress(): PullProgress {
    const layers = [...this.#layers.values()];
    return {
      done: layers.reduce((sum, layer) => sum + layer.done, 0),
      total: layers.reduce((sum, layer) => sum + layer.total, 0),
    };
  }
}
