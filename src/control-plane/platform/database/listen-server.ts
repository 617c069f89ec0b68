import { addAbortListener } from 'node:events';
import { Socket } from 'node:net';
import { endsWithin } from '../../../timing/ends-within.ts';
import type { Listen } from './database.ts';

const timeoutMs = 5000;
const keepaliveMs = 10_000;
const endTimeoutMs = 1000;

/** The connection's name in PostgreSQL: each serving control plane has one. */
export const busName = 'satrap bus';

/** Listens on its own connection. A server that stops responding counts as lost within 15 seconds. */
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
    // Waiters get the rejection; before that, the failed statement reports the same.
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
      // Not awaited: an unresponsive server would delay connecting to another one.
      void endsWithin(client.end(), endTimeoutMs).then(() => socket.destroy());
    }
  };
