import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { printable } from '../../text/printable.ts';

/** In bytes. The control plane sends less. */
const maxBodyBytes = 20_000;

const messageShape = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.object({
    endpointId: z.string(),
    sequence: z.number(),
    incident: z.object({ severity: z.string(), code: z.string(), message: z.string() }).optional(),
  }),
});

export interface ReceiverOptions {
  /** The secret that verifies messages. */
  webhook: Pick<Webhook, 'verify'>;
  /** HTTP status for verified messages. */
  status: number;
  /** Prints each message as received instead of a summary. */
  json: boolean;
  print(line: string): void;
}

/** Creates a webhook receiver that verifies and prints messages and reports missing sequence numbers. Not yet listening. */
export function buildReceiver({ webhook, status, json, print }: ReceiverOptions): Server {
  const numbers = new Numbers();
  return createServer(async (request, response) => {
    const body = await readBody(request);
    if (body === undefined) {
      print('refused a message: too large or aborted');
      return void response.writeHead(413, { connection: 'close' }).end();
    }
    try {
      webhook.verify(body, headersOf(request));
    } catch (error) {
      print(`refused a message: ${printable(String(error))}`);
      return void response.writeHead(401).end('invalid signature\n');
    }
    print(json ? body : describeMessage(body, numbers));
    response.writeHead(status).end();
  });
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBodyBytes) return undefined;
    }
  } catch {
    // The sender aborted, and retries.
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function describeMessage(body: string, numbers: Numbers): string {
  const parsed = messageShape.safeParse(JSON.parse(body));
  if (!parsed.success) return `verified, but of an unknown shape: ${printable(body)}`;
  const { type, timestamp, data } = parsed.data;
  const { incident, endpointId, sequence } = data;
  const what = incident === undefined ? '' : `  ${incident.severity}  ${incident.code}  ${incident.message}`;
  const missing = numbers.add(endpointId, sequence);
  const gap = missing.length === 0 ? '' : `\n  missing: ${missing.join(', ')}`;
  return `${printable(`${timestamp}  #${sequence}  ${type}${what}`)}${gap}`;
}

/** The sequence numbers seen from each endpoint. */
class Numbers {
  readonly #seen = new Map<string, Set<number>>();

  /** Returns up to ten missing numbers below this one, the latest ones. */
  add(endpointId: string, sequence: number): number[] {
    const seen = this.#seen.get(endpointId) ?? new Set();
    this.#seen.set(endpointId, seen.add(sequence));
    const first = Math.min(...seen);
    const missing: number[] = [];
    for (let number = sequence - 1; number > first && missing.length < 10; number--) {
      if (!seen.has(number)) missing.unshift(number);
    }
    return missing;
  }
}
