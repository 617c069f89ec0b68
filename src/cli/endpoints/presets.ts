import type { ConsumerPreset } from '../../contract/types.generated.ts';

export const consumerPresets = [
  'read',
  'indexer',
  'lightning',
  'mining',
  'wallet',
] as const satisfies readonly ConsumerPreset[];
