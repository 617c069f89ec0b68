import type { NodeFailure } from '../../runtime/node-record.ts';

/** The engine may get over it by itself meanwhile. */
const minFailures = 2;

/**
 * Returns whether the engine refuses to start a container for good, because its containerd still holds a task of it that the engine knows
 * nothing of: an engine that was ended in the midst of a start leaves one. Another container is not affected. Pure.
 */
export const isLostTask = (failure: NodeFailure | null): boolean =>
  failure !== null && failure.count >= minFailures && /\btask\b.*already exists/.test(failure.message);
