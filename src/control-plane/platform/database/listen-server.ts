import { addAbortListener } from 'node:events';
import { Socket } from 'node:net';
import { endsWithin } from '../../../timing/ends-within.ts';
import type { Listen } from './database.ts';

const timeoutMs = 5000;
const keepaliveMs = 10_000;
const endTimeoutMs = 1000;

/** As PostgreSQL shows the connection: each control plane that serves has one. */
export const busName = 'satrap bus';

/** Listens on a connection of its own, which no pool may take away. A server that no longer answers counts as lost within 15 seconds. */
export const listenOn =
  (connectionString: string): Listen =>
  async ({ channel, onOpen, onPayload }, signal) => {
    if (signal.aborted) return;
    const { Client } = await import('pg');
    const socket = new Socket();
    const client = new Client({
      connectionString,
      application_name: busName,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
      stream: () => socket,
    });
    const ended = Promise.withResolvers<void>();
    // Anyone who waits for it is told; before that, the failed statement says the same.
    ended.promise.catch(() => undefined);
    client.on('error', ended.reject);
    client.on('end', () => ended.reject(new Error('the database closed the connection')));
    client.on('notification', ({ payload = '' }) => onPayload(payload));
    using _aborted = addAbortListener(signal, () => ended.resolve());
    let keepalive: NodeJS.Timeout | undefined;
    try {
      await Promise.race([client.connect(), ended.promise]);
      await Promise.race([client.query(`LISTEN ${client.escapeIdentifier(channel)}`), ended.promise]);
      if (signal.aborted) return;
      onOpen();
      keepalive = setInterval(() => void client.query('SELECT 1').catch(ended.reject), keepaliveMs);
      await ended.promise;
    } finally {
      clearInterval(keepalive);
      // Not waited for: a server that does not answer would keep this from connecting to another one.
      void endsWithin(client.end(), endTimeoutMs).then(() => socket.destroy());
    }
  };
