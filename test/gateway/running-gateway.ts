import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { rpcPresets } from '../../src/bitcoin/rpc-methods.ts';
import type { ConsumerConfig, EndpointConfig, GatewayConfig, MemberConfig } from '../../src/gateway/config.ts';
import { runGateway } from '../../src/gateway/gateway.ts';
import type { GatewayReport, WriteReport } from '../../src/gateway/report.ts';
import { writePrivateFile } from '../../src/storage/private-file.ts';
import { systemClock } from '../../src/timing/clock.ts';
import { freePort } from '../harness/free-port.ts';
import { type LogLine, listeningLog } from '../harness/listening-log.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { until } from '../harness/until.ts';

export const secret = 'a secret of the consumer';

export const consumerConfig = (name: string, facts: Partial<ConsumerConfig> = {}): ConsumerConfig => ({
  ...{
    id: `id of ${name}`,
    name,
    secrets: [{ id: 'first', sha256: sha256(secret) }],
    methods: [...rpcPresets.indexer.methods],
  },
  ...{ callsPerSecond: 100_000, callsInFlight: 1000, ...facts },
});

export const sha256 = (of: string): string => createHash('sha256').update(of).digest('hex');

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  /** Parsed; undefined for another body. */
  json: { result?: unknown; error?: { code: number; message: string } | null; id?: unknown };
}

/** One connection to an endpoint: its requests go one after another. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #user: string;
  readonly #secret: string;

  constructor(port: number, user: string, password = secret) {
    this.#secret = password;
    this.#port = port;
    this.#user = user;
    onTestFinished(() => this.#agent.destroy());
  }

  call(method: string, params: unknown = []): Promise<Answer> {
    return this.post(JSON.stringify({ jsonrpc: '1.0', id: 'test', method, params }));
  }

  async post(body: string | Buffer, path = '/'): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const auth = `${this.#user}:${this.#secret}`;
    const options = { agent: this.#agent, host: '127.0.0.1', port: this.#port, method: 'POST', path, auth };
    const sent = request(options, (response) => {
      text(response).then((answer) => {
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, body: answer, json: parsedOr(answer) });
      }, reject);
    });
    sent.on('error', reject).end(body);
    return promise;
  }
}

function parsedOr(body: string): Answer['json'] {
  try {
    return JSON.parse(body) as Answer['json'];
  } catch {
    return {};
  }
}

export interface RunningGateway {
  port: number;
  folder: string;
  log: readonly LogLine[];
  /** A new connection. */
  caller(user?: string): Caller;
  /** A call whose answer is not read. */
  stalledCall(method: string, params?: unknown): ClientRequest;
  report(): Promise<GatewayReport>;
  /** The writes in the file, as a later run reads them. */
  journal(): WriteReport[];
  acknowledge(ids: readonly string[]): Promise<void>;
  metrics(): Promise<string>;
  /** Writes another configuration and waits until it is served. `further`: what differs in more endpoints. */
  configure(facts: Partial<EndpointConfig>, further?: readonly Partial<EndpointConfig>[]): Promise<void>;
  /** Writes any text as the configuration. */
  write(text: string): void;
  /** Waits until the members are used, or have these codes. */
  untilMembers(...codes: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Runs a gateway with one endpoint on regtest, until the test ends. */
export async function runningGateway(
  members: readonly MemberConfig[],
  facts: Partial<EndpointConfig> = {},
): Promise<RunningGateway> {
  const folder = scratchFolder('gateway');
  const path = join(folder, 'gateway.json');
  const port = await freePort();
  const { log, lines } = listeningLog();
  let endpoint: EndpointConfig = {
    ...{ id: 'e1', name: 'main', network: 'regtest', listen: { address: '127.0.0.1', port } },
    ...{ members: [...members], consumers: [consumerConfig('electrs')], ...facts },
  };
  const write = (config: string) => writePrivateFile(path, config);
  const configText = (further: readonly Partial<EndpointConfig>[] = []) => {
    const endpoints = [endpoint, ...further.map((each) => ({ ...endpoint, ...each }))];
    return JSON.stringify({ version: 1, endpoints } satisfies GatewayConfig);
  };
  write(configText());
  const ending = new AbortController();
  const ended = runGateway({ path, clock: systemClock, log, signal: ending.signal });
  const stop = async () => {
    ending.abort();
    await ended;
  };
  onTestFinished(stop);
  const socketPath = join(folder, 'gateway.sock');
  const admin = (path: string, body?: string) => adminCall(socketPath, path, body);
  const report = async () => JSON.parse(await admin('/report')) as GatewayReport;
  const untilServed = () =>
    until('the gateway serves its configuration', async () => {
      const { configuration, endpoints } = await report().catch(() => ({ configuration: null, endpoints: [] }));
      const isListening = endpoints.length > 0 && endpoints.every((each) => each.isListening);
      return configuration?.sha256 === sha256(readFileSync(path, 'utf8')) && isListening;
    });
  await untilServed();
  const running: RunningGateway = {
    ...{ port, folder, log: lines, report, write, stop },
    caller: (user = 'electrs') => new Caller(port, user),
    stalledCall: (method, params = ['00']) => {
      const options = { host: '127.0.0.1', port, method: 'POST', auth: `electrs:${secret}`, agent: false };
      const sent = request(options, (response) => response.pause());
      sent.on('error', () => undefined).end(JSON.stringify({ method, params }));
      onTestFinished(() => {
        sent.destroy();
      });
      return sent;
    },
    journal: () => {
      const lines = readFileSync(join(folder, 'gateway-writes.jsonl'), 'utf8').trim().split('\n');
      const writes = lines.map((line) => JSON.parse(line) as WriteReport);
      return [...new Map(writes.map((write) => [write.id, write])).values()];
    },
    acknowledge: async (ids) => {
      await admin('/writes/acknowledge', JSON.stringify({ ids }));
    },
    metrics: () => admin('/metrics'),
    configure: async (changed, further) => {
      endpoint = { ...endpoint, ...changed };
      write(configText(further));
      await untilServed();
    },
    untilMembers: async (...codes) => {
      const wanted = codes.length > 0 ? codes : endpoint.members.map(() => 'used');
      await until(`the members are ${wanted.join(', ')}`, async () => {
        const found = (await report()).endpoints[0]?.members.map(({ code }) => code);
        return JSON.stringify(found) === JSON.stringify(wanted);
      });
    },
  };
  return running;
}

function adminCall(socketPath: string, path: string, body?: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request({ socketPath, path, method: body === undefined ? 'GET' : 'POST', agent: false }, (response) => {
    text(response).then(resolve, reject);
  });
  sent.on('error', reject).end(body);
  return promise;
}
