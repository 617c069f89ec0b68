import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publicKeyText, signDigest } from '../../../scripts/release/sign.ts';
import { shippedTable } from '../../../src/bitcoin/clients/lifecycle.ts';
import { clientLifecycle } from '../../../src/control-plane/nodes/client-lifecycle.ts';
import { readPublicKey } from '../../../src/release/minisign.ts';
import { digestOf } from '../../../src/storage/digest.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

const secret = { id: 'ab'.repeat(8), key: generateKeyPairSync('ed25519').privateKey };
const other = { id: 'cd'.repeat(8), key: generateKeyPairSync('ed25519').privateKey };

function folder() {
  const dataDir = scratchFolder('lifecycle');
  const file = join(dataDir, 'client-lifecycle.json');
  const { log, lines } = listeningLog();
  const lifecycle = clientLifecycle({ dataDir, keys: [readPublicKey(publicKeyText(secret))], log });
  const put = async (table: unknown, signer = secret) => {
    writeFileSync(file, JSON.stringify(table));
    writeFileSync(`${file}.minisig`, signDigest(await digestOf(file), signer, 'lifecycle'));
    await lifecycle.reload();
  };
  return { lifecycle, put, file, lines };
}

const later = { ...shippedTable, issued: '2027-01-01' };
const latest = { ...shippedTable, issued: '2028-01-01' };

test('a signed table replaces the one of the release while the control plane runs', async () => {
  const { lifecycle, put, lines } = folder();
  await lifecycle.reload();
  expect(lifecycle.table).toBe(shippedTable);
  await put(later);
  expect(lifecycle.table).toEqual(later);
  expect(lines.map(({ msg }) => msg)).toEqual(['replaced the client lifecycle table']);
  // One that is older than that of the release replaces nothing.
  await put({ ...shippedTable, issued: '2026-01-01' });
  expect(lifecycle.table).toBe(shippedTable);
});

test.each<[string, (at: ReturnType<typeof folder>) => Promise<void>]>([
  ['is signed by another key', ({ put }) => put(latest, other)],
  ['has the signature of another file', async ({ file }) => writeFileSync(file, JSON.stringify(latest))],
  ['is no table', ({ put }) => put({ issued: 'soon', clients: {} })],
])('a file that %s is refused, said once, and the last table stays', async (_what, spoil) => {
  const at = folder();
  await at.put(later);
  await spoil(at);
  for (let times = 0; times < 2; times++) await at.lifecycle.reload();
  expect(at.lifecycle.table).toEqual(later);
  expect(at.lines.filter(({ msg }) => msg.startsWith('kept the client lifecycle table'))).toHaveLength(1);
});
