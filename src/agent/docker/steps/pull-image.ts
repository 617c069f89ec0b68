import { pullImage as pull } from '../engine/images.ts';
import type { StepKind } from '../step-kind.ts';

/** Pulls the image of the desired version, which runs beside the daemon and is cancelled when no longer desired. */
export const pullImage: StepKind<'pull-image', { reference: string }> = {
  kind: 'pull-image',
  texts: ({ reference }) => [`pull the image ${reference}`, `Pulled the image ${reference}`],
  event: 'node.image_pulled',
  effect: 'pull',
  apply: ({ reference }, { client, onProgress, signal }) => pull(client, reference, onProgress, signal),
  isDone: (_, { image }) => image.present,
};
