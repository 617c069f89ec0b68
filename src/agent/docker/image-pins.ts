import type { DatabaseSync } from 'node:sqlite';
import { imagesOf } from '../desired/host-offer.ts';
import type { Store } from '../store/database.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { imagePin, pullImage } from './engine/images.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';

export interface ResolvedImage {
  /** The operator's reference for the client version; null if the operator offers none. */
  reference: string | null;
  /** Digest reference or image id, fixed once it is known; null before. */
  pin: string | null;
  present: boolean;
  /** What to pull if it is not present. */
  pullReference: string;
}

/** The image of a node that needs none, or whose client version is not offered. */
export const noImage: ResolvedImage = { reference: null, pin: null, present: false, pullReference: '' };

/**
 * Resolves a reference to an image. A stored pin stays, even if the tag moves in the registry. An image built on this
 * host has no digest: once it is gone, its tag is resolved again.
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

/** Pulls an image and pins it, unless it is on this host. Returns whether it was pulled. Throws RuntimeError. */
export async function ensureImage(
  { client, database }: Pick<ExecutorOnEngine, 'client' | 'database'>,
  reference: string,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await resolveImage(client, database, reference);
  if (!found.present) await pullImage(client, found.pullReference, () => undefined, signal);
  keepPin(database, found.present ? found : await resolveImage(client, database, reference));
  return !found.present;
}

/** Returns any image on this host; null without one. It is only used to read files and never run. */
export async function presentImage({ client, database, settings }: ExecutorOnEngine): Promise<string | null> {
  for (const { image: reference } of imagesOf(settings.images)) {
    const { pin, present } = await resolveImage(client, database, reference);
    if (present && pin !== null) return pin;
  }
  return null;
}
