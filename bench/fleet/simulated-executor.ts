import { randomUUIDv7 } from 'node:crypto';
import { type Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isLargeFleet, unnudgedMs } from '../../src/agent/sync/heartbeat.ts';
import { errorMessage } from '../../src/text/error-message.ts';
import { jsonOrNull } from '../../src/text/json-or-null.ts';
import { Backoff } from '../../src/timing/backoff.ts';
import { nudgesBody, TestExecutor } from '../../test/harness/executor.ts';
import type { ParsedJson } from '../../test/harness/parsed-json.ts';
import type { Latencies } from './latencies.ts';
import type { FleetExecutor } from './messages.ts';

export interface SharedByExecutors {
  urls: readonly string[];
  /** Connections of heartbeats, as a proxy in front of the control plane keeps them. */
  agent: Agent;
  latencies: Latencies;
  counts: { beats: number; failures: number; nudges: number; openStreams: number; events: number };
  eventEverySeconds: number;
  onFailure(message: string): void;
}

/** An overloaded control plane says when to come back. */
class Refused extends Error {
  readonly retryAfterMs: number;

  constructor(message: string, retryAfter: unknown) {
    super(message);
    this.retryAfterMs = spread(Number(retryAfter ?? 0));
  }
}

const spread = (seconds: number): number => (seconds > 0 ? (seconds + Math.random()) * 1000 : 0);

/** The agent's own policies; see src/agent/sync. */
const beatRetries = { firstMs: 500, maxMs: 300_000, jitter: 0 };
const eventRetries = { firstMs: 500, maxMs: 60_000, jitter: 0.3 };
const streamRetries = { firstMs: 500, maxMs: 30_000, jitter: 0.3 };
const withJitter = (ms: number) => ms * (0.8 + Math.random() * 0.2);
const requestTimeoutMs = 20_000;

/** Beats, listens and reports like an agent, in about 3 KiB. */
export class SimulatedExecutor {
  readonly #executor: FleetExecutor;
  readonly #shared: SharedByExecutors;
  readonly #test: TestExecutor;
  readonly #url: URL;
  readonly #beatBackoff = new Backoff(beatRetries);
  readonly #streamBackoff = new Backoff(streamRetries);
  readonly #since = new Date().toISOString();
  #intervalMs = 5000;
  #observedRevision: string | null = null;
  #revision: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #beatsAt = 0;
  /** When its interval ends. */
  #endsAt = 0;
  #stream: Socket | undefined;
  #isBeating = false;
  #isDue = false;
  #isCut = false;
  #isNudged = false;
  #mustListen = false;
  #pendingEvents: string[] = [];
  #eventsDueAt = 0;
  #isHushed = false;
  freshAt = 0;
  revisedAt = 0;

  constructor(executor: FleetExecutor, index: number, shared: SharedByExecutors) {
    this.#executor = executor;
    this.#shared = shared;
    this.#test = new TestExecutor(
      { call: () => Promise.reject(new Error('it sends by itself')) },
      executor.key,
      executor.name,
      executor.name,
    );
    this.#observedRevision = executor.observedRevision;
    this.#revision = executor.revision;
    this.#url = new URL(shared.urls[index % shared.urls.length] ?? '');
    this.#eventsDueAt = Date.now() + Math.random() * shared.eventEverySeconds * 1000;
  }

  /** Begins within `spreadMs`: with a heartbeat, then its stream, as agents do after a restart of the control plane. */
  start(spreadMs: number): void {
    this.#mustListen = true;
    this.#beatIn(Math.random() * spreadMs);
  }

  set isCut(isCut: boolean) {
    if (isCut === this.#isCut) return;
    this.#isCut = isCut;
    if (isCut) this.#stream?.destroy();
  }

  get isReporting(): boolean {
    return this.#pendingEvents.length > 0;
  }

  hush(): void {
    this.#isHushed = true;
  }

  /** Beats once more than it would, unless it beats already. */
  async race(): Promise<void> {
    await (this.#isBeating ? delay(1) : this.#sync().catch(() => delay(100)));
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) {
      this.#isDue = true;
      return;
    }
    this.#isBeating = true;
    this.#isDue = false;
    clearTimeout(this.#timer);
    let restMs: number;
    try {
      await this.#sync();
      if (!this.isReporting && Date.now() >= this.#eventsDueAt && !this.#isHushed) void this.#report();
      this.#beatBackoff.reset();
      if (this.#mustListen) this.#listenSoon();
      this.#mustListen = false;
      const intervalMs = withJitter(this.#intervalMs);
      this.#endsAt = Date.now() + intervalMs;
      restMs = this.#isNudged ? intervalMs : Math.min(intervalMs, withJitter(unnudgedMs(this.#intervalMs)));
    } catch (error) {
      const intervalMs = this.#intervalMs;
      const backoffMs = isLargeFleet(intervalMs) ? unnudgedMs(intervalMs) : this.#beatBackoff.next();
      restMs = this.#waitAfter(error, withJitter(Math.min(intervalMs, backoffMs)));
    }
    this.#isBeating = false;
    this.#beatIn(this.#isDue ? 5 : restMs);
  }

  #beatIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#beatsAt = Date.now() + ms;
    this.#timer = setTimeout(() => void this.#beat(), Math.max(0, ms));
  }

  /** Waits for the end of its interval. */
  #expectNudges(): void {
    this.#isNudged = true;
    if (!this.#isBeating && this.#endsAt > this.#beatsAt) this.#beatIn(this.#endsAt - Date.now());
  }

  /** The next accepted heartbeat comes before another stream. */
  #lose(wasOpen: boolean): void {
    this.#mustListen = true;
    if (this.#isBeating) return;
    const usualMs = unnudgedMs(this.#intervalMs);
    const spreadMs = wasOpen ? Math.random() * usualMs : Number.POSITIVE_INFINITY;
    const soonMs = isLargeFleet(this.#intervalMs) ? spreadMs : 0;
    this.#beatIn(Math.min(soonMs, this.#beatsAt - Date.now()));
  }

  #listenSoon(): void {
    const spreadMs = isLargeFleet(this.#intervalMs) ? Math.random() * unnudgedMs(this.#intervalMs) : 0;
    setTimeout(() => this.#listen(), spreadMs + this.#streamBackoff.next());
  }

  async #sync(): Promise<void> {
    const known = { knownRevision: this.#revision };
    const sentAt = performance.now();
    const full = () => this.#test.syncBody({ ...known, nodes: this.#observedNodes() });
    const held = this.#observedRevision;
    const body = held === null ? full() : this.#test.repeatBody(held, known);
    // After it was offline, a full report is asked for.
    const answer = await this.#post(body).catch((error: unknown) => {
      if (held !== null && errorMessage(error).includes('observation_unknown')) return this.#post(full());
      throw error;
    });
    const { revision, observedRevision, heartbeatIntervalSeconds } = answer.syncExecutor;
    this.#shared.latencies.add(performance.now() - sentAt);
    this.#shared.counts.beats++;
    this.freshAt = Date.now();
    if (revision !== this.#revision) this.revisedAt = this.freshAt;
    this.#revision = revision;
    this.#intervalMs = heartbeatIntervalSeconds * 1000;
    const mustRepeat = observedRevision === null && held !== null;
    this.#observedRevision = observedRevision;
    if (mustRepeat) await this.#sync();
  }

  #observedNodes(): object[] {
    return this.#executor.nodeIds.map((id) => ({ id, phase: 'running', since: this.#since, appliedRevision: 1 }));
  }

  /** Counts a failure; returns the milliseconds until the next attempt. */
  #waitAfter(error: unknown, backoffMs: number): number {
    this.#shared.counts.failures++;
    if (!this.#isCut) this.#shared.onFailure(errorMessage(error));
    return Math.max(backoffMs, error instanceof Refused ? error.retryAfterMs : 0);
  }

  /** Keeps its events until they are accepted. */
  async #report(): Promise<void> {
    this.#pendingEvents = [randomUUIDv7()];
    const backoff = new Backoff(eventRetries);
    while (this.isReporting) {
      try {
        const events = this.#pendingEvents.map((id) => this.#test.event({ id }));
        const { reportRuntimeEvents } = await this.#post(this.#test.reportBody(events));
        if (reportRuntimeEvents.rejected.length > 0) throw new Error(JSON.stringify(reportRuntimeEvents.rejected[0]));
        this.#shared.counts.events += events.length;
        this.#pendingEvents = [];
      } catch (error) {
        await delay(this.#waitAfter(error, backoff.next()));
      }
    }
    this.#eventsDueAt = Date.now() + this.#shared.eventEverySeconds * 1000;
  }

  async #post(body: string): Promise<ParsedJson> {
    if (this.#isCut) throw new Error('its network is down');
    const { promise, resolve, reject } = Promise.withResolvers<ParsedJson>();
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${this.#executor.key}`,
    };
    const sent = request(this.#url, { method: 'POST', agent: this.#shared.agent, headers, timeout: requestTimeoutMs });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        const answer: ParsedJson = jsonOrNull(text) ?? { errors: [text] };
        if (answer.errors === undefined) resolve(answer.data);
        else reject(new Refused(JSON.stringify(answer.errors[0]), response.headers['retry-after']));
      });
    });
    sent.end(body);
    return promise;
  }

  /** A raw socket: an HTTP client of 100,000 streams would need more memory than the server. */
  #listen(): void {
    if (this.#isCut) {
      this.#mustListen = true;
      return;
    }
    const { counts } = this.#shared;
    // Bound to no address: the 28,000 ports are then free again for each replica.
    const stream = connect({ host: this.#url.hostname, port: Number(this.#url.port) });
    this.#stream = stream;
    // Until it is open.
    stream.setTimeout(requestTimeoutMs, () => stream.destroy());
    let isOpen = false;
    let isEnded = false;
    let retryAfterMs = 0;
    const body = nudgesBody(this.#executor.name, this.#revision);
    stream.write(
      `POST ${this.#url.pathname} HTTP/1.1\r\nHost: ${this.#url.host}\r\nAuthorization: Bearer ${this.#executor.key}\r\n` +
        `Accept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    stream.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (!isOpen) {
        if (!text.startsWith('HTTP/1.1 200')) {
          retryAfterMs = spread(Number(/^retry-after: (\d+)/im.exec(text)?.[1] ?? 0));
          stream.destroy();
          return;
        }
        isOpen = true;
        this.#expectNudges();
        stream.setTimeout(0);
        counts.openStreams++;
        this.#streamBackoff.reset();
      }
      if (text.includes('event: complete')) isEnded = true;
      if (!text.includes('event: next')) return;
      counts.nudges++;
      void this.#beat();
    });
    stream.on('error', () => undefined);
    stream.on('close', () => {
      if (isOpen) counts.openStreams--;
      this.#isNudged = false;
      if (retryAfterMs > 0) this.#expectNudges();
      if (isEnded || retryAfterMs > 0)
        setTimeout(() => this.#listen(), Math.max(this.#streamBackoff.next(), retryAfterMs));
      else this.#lose(isOpen);
    });
  }
}
