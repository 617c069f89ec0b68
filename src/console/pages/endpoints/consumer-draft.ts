import type { ConsumerPreset, ConsumerUpdateInput } from '../../../contract/types.generated.ts';
import { secondsOf } from '../keys/key-life.ts';
import type { EndpointConsumersQuery } from './operations.generated.ts';

type Consumer = Pick<
  NonNullable<EndpointConsumersQuery['consumers']>[number],
  'name' | 'preset' | 'addedMethods' | 'removedMethods' | 'callsPerSecond' | 'callsInFlight'
>;

/** What a form has of a consumer. */
export interface ConsumerDraft {
  name: string;
  preset: ConsumerPreset;
  /** Names of methods, separated by spaces or commas. */
  added: string;
  removed: string;
  callsPerSecond: number;
  callsInFlight: number;
  /** In days from now; empty for never, null to keep the expiry. */
  days: string | null;
}

/** As documented in the schema. */
const newDraft: ConsumerDraft = {
  ...{ name: '', preset: 'read', added: '', removed: '' },
  ...{ callsPerSecond: 100, callsInFlight: 32, days: '' },
};

/** Returns what a form starts from. */
export function consumerDraft(consumer: Consumer | undefined): ConsumerDraft {
  if (consumer === undefined) return newDraft;
  const { name, preset, addedMethods, removedMethods, callsPerSecond, callsInFlight } = consumer;
  return {
    ...{ name, preset, callsPerSecond, callsInFlight },
    ...{ added: addedMethods.join(' '), removed: removedMethods.join(' '), days: null },
  };
}

const methodsIn = (text: string): string[] => text.split(/[\s,;]+/).filter((name) => name !== '');

export const consumerInput = ({
  name,
  preset,
  added,
  removed,
  callsPerSecond,
  callsInFlight,
  days,
}: ConsumerDraft) => ({
  ...{ name: name.trim(), preset, callsPerSecond, callsInFlight },
  ...{ addedMethods: methodsIn(added), removedMethods: methodsIn(removed) },
  ...(days === null ? {} : { expiresInSeconds: secondsOf(days) }),
});

/** Returns the changed fields alone, so that another person's change of the rest stays. */
export function consumerChanges(draft: ConsumerDraft, consumer: Consumer): ConsumerUpdateInput {
  const before: Record<string, unknown> = consumerInput(consumerDraft(consumer));
  return Object.fromEntries(
    Object.entries(consumerInput(draft)).filter(([field, value]) => String(value) !== String(before[field])),
  );
}
