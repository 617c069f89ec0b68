import { pullImage as pull } from '../engine/images.ts';
import type { StepKind } from '../step-kind.ts';

export const pullImage: StepKind<'pull-image', { reference: string }> = {
  kind: 'pull-image',
  action: ({ reference }) => `pull the image ${reference}`,
  done: ({ reference }) => `Pulled the image ${reference}`,
  event: 'node.image-pulled',
  effect: 'pull',
  apply: ({ reference }, { client, onProgress, signal }) => pull(client, reference, onProgress, signal),
  isDone: (_, { image }) => image.present,
};
