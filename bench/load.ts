import { Agent, request } from 'node:http';

export interface LoadResult {
  /** The answers in each second. */
  perSecond: number[];
  /** Latency of each response, in ms. */
  latencies: number[];
}

/** Sends requests one after another on each connection, from a process other than the server's. */
export async function load(options: {
  url: string;
  /** Used in turns: the control plane limits the request rate of a key. */
  keys: readonly string[];
  body: (index: number) => string;
  seconds: number;
  connections: number;
}): Promise<LoadResult> {
  const { url, keys, body, seconds, connections } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const perSecond: number[] = Array(seconds).fill(0);
  const latencies: number[] = [];
  const began = performance.now();
  let index = 0;
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const key = keys[index % keys.length];
      const text = body(index++);
      const sent = request(
        url,
        {
          method: 'POST',
          agent,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
            authorization: `Bearer ${key}`,
          },
        },
        (response) => {
          let answer = '';
          response.on('data', (chunk: Buffer) => {
            if (answer.length < 200) answer += chunk;
          });
          response.on('end', () => (answer.includes('"errors"') ? reject(new Error(answer)) : resolve()));
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (;;) {
        const sentAt = performance.now();
        await send();
        latencies.push(performance.now() - sentAt);
        const second = Math.floor((performance.now() - began) / 1000);
        if (second >= seconds) return;
        perSecond[second] = (perSecond[second] ?? 0) + 1;
      }
    }),
  );
  agent.destroy();
  return { perSecond, latencies };
}
