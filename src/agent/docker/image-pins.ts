import type { DatabaseSync } from 'node:sqlite';
import { imagesOf } from '../desired/host-offer.ts';
import type { Images } from '../settings/shapes.ts';
import type { Store } from '../store/database.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { imagePin } from './engine/images.ts';

/** An image as a container needs it. */
export interface ResolvedImage {
  /** The reference that the operator maps to the client version; null where the operator offers none. */
  reference: string | null;
  /** Digest reference or image id, fixed once it is known; null before. */
  pin: string | null;
  present: boolean;
  /** What to pull when it is not present. */
  pullReference: string;
}

/** The image of a node that needs none, or whose client version the operator does not offer. */
export const noImage: ResolvedImage = { reference: null, pin: null, present: false, pullReference: '' };

/**
 * Finds the image for a reference. Its pin stays once it is kept, also when the tag moves in the registry. An image that was built on this
 * host has no digest: when such an image is gone, the one that its tag names now takes its place.
 */
export async function resolveImage(
  client: EngineClient,
  database: DatabaseSync,
  reference: string,
): Promise<ResolvedImage> {
  const pin = readPin(database, reference);
  if (pin !== null && (await imagePin(client, pin)) !== null)
    return { reference, pin, present: true, pullReference: reference };
  if (pin?.includes('@')) return { reference, pin, present: false, pullReference: pin };
  const local = await imagePin(client, reference);
  if (local === null) return { reference, pin, present: false, pullReference: reference };
  return { reference, pin: local, present: true, pullReference: reference };
}

/** Pins a reference to its digest. Only the running agent does; `explain` is read-only. */
export function keepPin(database: Store, { reference, pin }: ResolvedImage): void {
  if (reference === null || pin === null || pin === readPin(database, reference)) return;
  const insert = database.prepare(
    'INSERT INTO image_pin (reference, pin) VALUES (?, ?) ON CONFLICT (reference) DO UPDATE SET pin = excluded.pin',
  );
  database.transaction(() => insert.run(reference, pin));
}

function readPin(database: DatabaseSync, reference: string): string | null {
  const row = database.prepare('SELECT pin FROM image_pin WHERE reference = ?').get(reference);
  return row === undefined ? null : String(row['pin']);
}

/** Returns an image that is on this host; null where there is none. To read files any will do: nothing of it is run. Throws RuntimeError. */
export async function presentImage(client: EngineClient, database: Store, images: Images): Promise<string | null> {
  for (const { image: reference } of imagesOf(images)) {
    const { pin, present } = await resolveImage(client, database, reference);
    if (present && pin !== null) return pin;
  }
  return null;
}
