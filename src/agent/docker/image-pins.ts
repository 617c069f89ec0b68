import type { DatabaseSync } from 'node:sqlite';
import type { DockerClient } from './engine/engine-client.ts';
import { pinOf } from './engine/images.ts';

/** An image as a container needs it. */
export interface ResolvedImage {
  /** Digest reference or image id, fixed once it is known; null before. */
  pin: string | null;
  present: boolean;
  /** What to pull when it is not present. */
  fetch: string;
}

/**
 * Finds the image for a reference. Once its pin is kept it stays, also when the tag moves in the registry. An image that was built on
 * this host has no digest: when such a one is gone, what its tag names now takes its place.
 */
export async function resolveImage(
  client: DockerClient,
  database: DatabaseSync,
  reference: string,
): Promise<ResolvedImage> {
  const pin = readPin(database, reference);
  if (pin !== null && (await pinOf(client, pin)) !== null) return { pin, present: true, fetch: reference };
  if (pin?.includes('@')) return { pin, present: false, fetch: pin };
  const local = await pinOf(client, reference);
  if (local === null) return { pin, present: false, fetch: reference };
  return { pin: local, present: true, fetch: reference };
}

/** Fixes what a reference stands for from now on. For the agent alone: whoever only explains a node writes nothing. */
export function keepPin(database: DatabaseSync, reference: string, { pin }: ResolvedImage): void {
  if (pin === null || pin === readPin(database, reference)) return;
  database
    .prepare(
      'INSERT INTO image_pin (reference, pin) VALUES (?, ?) ON CONFLICT (reference) DO UPDATE SET pin = excluded.pin',
    )
    .run(reference, pin);
}

function readPin(database: DatabaseSync, reference: string): string | null {
  const row = database.prepare('SELECT pin FROM image_pin WHERE reference = ?').get(reference);
  return row === undefined ? null : String(row['pin']);
}
