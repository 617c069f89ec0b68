import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { GraphQLError } from 'graphql';
import { createSchema, createYoga, Repeater } from 'graphql-yoga';
import type { DesiredNode } from '../../src/agent/desired/desired-entry.ts';
import type { RuntimeEventInput, SyncExecutorInput, SyncExecutorPayload } from '../../src/contract/types.generated.ts';
import { scalarResolvers } from '../../src/control-plane/platform/input/scalars.ts';
import type { RequestContext } from '../../src/control-plane/request/context.ts';
import { closeServer, listenHere } from './listen.ts';
import { until } from './until.ts';

const folder = join(import.meta.dirname, '../../schema');

/** Answers a request instead of the GraphQL server; returns false to let that answer. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

export const answering =
  (status: number, type: string, body: string): Fault =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
    return true;
  };

/** The real contract over HTTP, with faults that the real control plane cannot be made to show. */
export class FaultyControlPlane {
  readonly apiKey = 'a-key-for-the-tests';
  readonly syncs: SyncExecutorInput[] = [];
  readonly events: RuntimeEventInput[] = [];
  readonly batches: number[] = [];
  mostAtOnce = 0;
  fault: Fault | undefined;
  /** Why an event is rejected; undefined takes it. */
  reject: (event: RuntimeEventInput) => string | undefined = () => undefined;
  /** Why a whole batch is refused with `invalid_input`; undefined takes it. */
  refuse: (events: readonly RuntimeEventInput[]) => string | undefined = () => undefined;
  answer: Omit<SyncExecutorPayload, 'nodes'> & { nodes?: DesiredNode[] | null } = {
    executorId: 'one',
    revision: 1,
    nodes: [],
    heartbeatIntervalSeconds: 1,
    requests: [],
  };
  /** Nudges the listener of the newest stream, or ends that stream. */
  nudge: () => void = () => {};
  endStream: () => void = () => {};
  streams = 0;
  /** Named by the last one. */
  revisionOfStream: number | undefined;
  refuseStreams = false;
  #atOnce = 0;
  #server: Server | undefined;
  #port = 0;

  static async start(): Promise<FaultyControlPlane> {
    const controlPlane = new FaultyControlPlane();
    await controlPlane.listen();
    return controlPlane;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/graphql`;
  }

  /** Starts to answer again, on the port that it had. */
  async listen(): Promise<void> {
    const yoga = createYoga<object, RequestContext>({ schema: this.#schema(), logging: false, maskedErrors: false });
    const server = createServer((request, response) => {
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#atOnce);
      response.once('close', () => this.#atOnce--);
      if (this.fault?.(request, response)) return;
      void yoga(request, response);
    });
    this.#port = await listenHere(server, this.#port);
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) await closeServer(server);
  }

  untilEvents(count: number, withinMs = 10_000): Promise<true> {
    return until(`${count} events have come`, () => this.events.length >= count, withinMs).then(() => true);
  }

  #schema() {
    const typeDefs = readdirSync(folder)
      .filter((name) => name.endsWith('.graphql'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    return createSchema<RequestContext>({
      typeDefs,
      resolvers: [
        scalarResolvers,
        {
          Query: { viewer: () => ({ purpose: 'executor' }) },
          Mutation: {
            syncExecutor: (_root: unknown, { input }: { input: SyncExecutorInput }) => {
              this.syncs.push(input);
              return this.answer;
            },
            reportRuntimeEvents: (_root: unknown, { input }: { input: RuntimeEventInput[] }) => this.#take(input),
            answerAgentRequest: () => ({ isTaken: true, isOpen: false }),
          },
          Subscription: {
            executorNudges: {
              subscribe: (_root: unknown, { knownRevision }: { knownRevision?: number }) => this.#stream(knownRevision),
            },
          },
        },
      ],
    });
  }

  #take(input: RuntimeEventInput[]) {
    this.batches.push(input.length);
    const refused = this.refuse(input);
    if (refused !== undefined) throw new GraphQLError(refused, { extensions: { code: 'invalid_input' } });
    const rejected = input.flatMap((event) => {
      const reason = this.reject(event);
      return reason === undefined ? [] : [{ id: event.id, reason }];
    });
    const good = input.filter(({ id }) => !rejected.some((one) => one.id === id));
    this.events.push(...good);
    return { accepted: good.length, rejected };
  }

  #stream(knownRevision: number | undefined) {
    if (this.refuseStreams) throw new GraphQLError('not yet', { extensions: { code: 'Forbidden' } });
    this.streams++;
    this.revisionOfStream = knownRevision;
    return new Repeater<object>((push, stop) => {
      this.nudge = () => void push({ executorNudges: { at: new Date().toISOString() } });
      this.endStream = () => stop();
    });
  }
}
