import { once } from 'node:events';
import type { Server } from 'node:http';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { acquireExclusiveLock } from '../storage/exclusive-lock.ts';
import { errorMessage } from '../text/error-message.ts';
import type { Clock } from '../timing/clock.ts';
import { ownVersion } from '../version.ts';
import { adminServer, listenOnSocket } from './admin/admin-server.ts';
import { ByteBudget, type ByteLimits } from './byte-budget.ts';
import type { GatewayConfig } from './config.ts';
import { Endpoint } from './endpoint/endpoint.ts';
import { EndpointServer } from './endpoint/endpoint-server.ts';
import { NodeSlots } from './members/node-slots.ts';
import type { GatewayFigures } from './metrics/gateway-registry.ts';
import { type GatewayReport, reportSocketName } from './report.ts';
import { type ConfigStatus, watchConfig } from './watch-config.ts';
import { WriteJournal } from './writes/journal.ts';

export interface GatewayOptions {
  /** The configuration file, in a folder that the gateway can write. */
  path: string;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}

const mebibyte = 1024 * 1024;
/** Of all endpoints. A consumer can send one body with a block, and a parsed body takes several times as much. */
const bodyLimits: ByteLimits = { total: 48 * mebibyte, perConsumer: 12 * mebibyte };
/** Answers that are held until their callers have taken them. A consumer can have one of the longest. */
const answerLimits: ByteLimits = { total: 128 * mebibyte, perConsumer: 40 * mebibyte };
const writesMs = 5000;

interface Served {
  endpoint: Endpoint;
  server: EndpointServer;
}

/** Serves the endpoints of a configuration file until `signal` aborts. Throws LockHeld beside another gateway. */
export async function runGateway(options: GatewayOptions): Promise<void> {
  const folder = dirname(options.path);
  const lock = acquireExclusiveLock(join(folder, 'gateway.lock'));
  try {
    const journal = await WriteJournal.open(join(folder, 'gateway-writes.jsonl'));
    try {
      await new Gateway(options, journal).run(join(folder, reportSocketName));
    } finally {
      await journal.close();
    }
  } finally {
    lock.release();
  }
}

class Gateway {
  readonly #options: GatewayOptions;
  readonly #journal: WriteJournal;
  readonly #startedAt: string;
  readonly #budgets = { bodies: new ByteBudget(bodyLimits), answers: new ByteBudget(answerLimits) };
  readonly #nodeSlots = new NodeSlots();
  readonly #status: ConfigStatus = { sha256: null, loadedAt: null, problem: null };
  /** By the id of the endpoint. */
  readonly #served = new Map<string, Served>();
  /** Removed endpoints, whose answers in flight have a few seconds. */
  readonly #ending = new Set<Promise<void>>();
  #metrics: { address: string; server: Server } | null = null;

  constructor(options: GatewayOptions, journal: WriteJournal) {
    this.#options = options;
    this.#journal = journal;
    this.#startedAt = new Date(options.clock.now()).toISOString();
  }

  async run(socketPath: string): Promise<void> {
    const { path, clock, log, signal } = this.#options;
    const admin = adminServer({
      figures: () => this.#figures(),
      acknowledge: (ids) => this.#journal.acknowledge(ids),
    });
    await listenOnSocket(admin, socketPath);
    log.info(`gateway ${ownVersion()} serves ${path}`);
    try {
      await watchConfig({
        ...{ path, clock, signal, status: this.#status },
        apply: (config) => this.#apply(config),
        onProblem: (problem) => log.error(`refused the configuration file and kept the last good one: ${problem}`),
        onLook: () => this.#look(),
      });
    } finally {
      await Promise.all([...this.#ending, ...[...this.#served.values()].map((served) => end(served, clock))]);
      this.#metrics?.server.close();
      this.#metrics?.server.closeAllConnections();
      admin.close();
      admin.closeAllConnections();
    }
  }

  /** Revokes first, and waits for nothing before that: a revocation takes effect within two seconds. */
  async #apply(config: GatewayConfig): Promise<void> {
    const { clock, log } = this.#options;
    const wanted = new Set(config.endpoints.map(({ id }) => id));
    for (const [id, served] of this.#served) if (!wanted.has(id)) this.#remove(id, served);
    for (const each of config.endpoints) {
      const served = this.#served.get(each.id);
      if (served !== undefined) {
        served.endpoint.update(each);
        continue;
      }
      const endpoint = new Endpoint(each, {
        ...{ clock, log, nodeSlots: this.#nodeSlots },
        mayAct: (consumerId) => this.#journal.canRecord(consumerId),
        acts: {
          begin: (act) => this.#journal.begin(act, each.id, clock.now()),
          finish: (id, result) => this.#journal.finish(id, result),
          withdraw: (id) => this.#journal.withdraw(id),
        },
      });
      const server = new EndpointServer({ endpoint, budgets: this.#budgets, clock, log });
      this.#served.set(each.id, { endpoint, server });
      log.info({ endpoint: each.name }, `added the endpoint at ${each.listen.address} port ${each.listen.port}`);
    }
    await this.#serveMetrics(config.metrics);
  }

  #remove(id: string, served: Served): void {
    const { clock, log } = this.#options;
    const about = { endpoint: served.endpoint.config.name };
    this.#served.delete(id);
    served.endpoint.revokeAll();
    log.info(about, 'removed the endpoint');
    const ended = end(served, clock)
      .catch((err: unknown) => log.error({ ...about, err }, 'failed to end a removed endpoint'))
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  /** Ends calls of expired secrets, tries again to listen where that failed, and reads certificates again. */
  async #look(): Promise<void> {
    for (const { endpoint } of this.#served.values()) endpoint.endExpired();
    await Promise.all([...this.#served.values()].map(({ endpoint, server }) => server.update(endpoint.config)));
  }

  async #serveMetrics(listen: GatewayConfig['metrics']): Promise<void> {
    const address = listen === undefined ? null : JSON.stringify(listen);
    if (address === (this.#metrics?.address ?? null)) return;
    this.#metrics?.server.close();
    this.#metrics?.server.closeAllConnections();
    this.#metrics = null;
    if (listen === undefined || address === null) return;
    const server = adminServer({ figures: () => this.#figures() });
    const { log } = this.#options;
    try {
      server.listen({ host: listen.address, port: listen.port });
      await once(server, 'listening');
      this.#metrics = { address, server };
    } catch (error) {
      log.error(`cannot serve metrics: ${errorMessage(error)}`);
    }
  }

  #figures(): GatewayFigures {
    const served = [...this.#served.values()];
    const counts = new Map(served.map(({ endpoint }) => [endpoint.config.id, endpoint.counts]));
    return { report: this.#report(served), counts };
  }

  #report(served: readonly Served[]): GatewayReport {
    const { sha256, loadedAt, problem } = this.#status;
    return {
      version: 1,
      release: ownVersion(),
      startedAt: this.#startedAt,
      configuration: { sha256, loadedAt: loadedAt === null ? null : new Date(loadedAt).toISOString(), problem },
      endpoints: served.map(({ endpoint, server }) => ({
        ...{ id: endpoint.config.id, name: endpoint.config.name },
        ...{ problem: server.problem, isListening: server.isListening, connections: server.connections },
        ...{ members: endpoint.memberReports(), consumers: endpoint.consumerReports() },
      })),
      writes: [...this.#journal.oldest],
      writesPending: this.#journal.pending,
    };
  }
}

/** Requests in flight have a few seconds, and writes whose callers have left, too: their outcome is recorded. */
async function end({ endpoint, server }: Served, clock: Clock): Promise<void> {
  await server.stop();
  const late = new AbortController();
  await Promise.race([server.idle(), clock.sleep(writesMs, late.signal)]);
  late.abort();
  await endpoint.destroy();
  await server.idle();
}
