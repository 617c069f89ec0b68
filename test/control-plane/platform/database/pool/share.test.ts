import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { Share } from '../../../../../src/control-plane/platform/database/pool/share.ts';
import { shares } from '../../../../../src/control-plane/platform/database/pool/shares.ts';
import { quiet } from '../../../../harness/control-plane.ts';
import { listenHere } from '../../../../harness/listen.ts';

/** PostgreSQL's response if other programs use up its connections. */
function tooManyConnections(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0');
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + length.length);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

test('a caller that is gone leaves its place in the queue for a connection', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(tooManyConnections()));
  });
  const port = await listenHere(server);
  const limits = { ...shares.people, connections: 1, waitMs: 3_600_000 };
  const share = new Share(`postgres://someone@127.0.0.1:${port}/none`, limits, quiet);
  const owner = { organizationId: 'A', callerId: 'one' };
  const gone = new AbortController();
  const borrowing = share.borrow(owner, gone.signal);
  const next = new AbortController();
  const waiting = share.borrow(owner, next.signal);
  gone.abort();
  await expect(borrowing).rejects.toThrow('aborted');
  expect(share.counts().waiting).toBe(0);
  next.abort();
  await expect(waiting).rejects.toThrow('aborted');
  await share.close();
  server.close();
});
