import type { IncomingMessage } from 'node:http';
import { together } from '../../../timing/together.ts';
import type { HeartbeatPace } from '../../agents/heartbeat/pace.ts';
import type { RefusedHeartbeats } from '../../fleet/executors/refused-heartbeats.ts';
import type { ApiKeyAuthenticator } from '../../people/accounts/api-key-authenticator.ts';
import { otherAgentsFirst, tooManyRequests } from '../../platform/input/errors.ts';
import { AgentAdmission, type Entered } from '../../platform/load/agent-admission.ts';
import type { BodyMemory } from '../../platform/load/body-memory.ts';
import { type EndOfTurn, LargeBodies } from '../../platform/load/large-bodies.ts';
import { type Caller, ownerOf } from '../../request/caller.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { answerError, type Exchange } from './answer-error.ts';
import { bodyLimits, readBody } from './body/read-body.ts';
import type { BodyCharges } from './plugins/caller-rates.ts';
import { type Answering, answerWith } from './plugins/event-streams.ts';
import { declaredBytes } from './plugins/request-body.ts';
import { requestClient } from './request-client.ts';

/** In a large fleet: a heartbeat that is served alone takes three times as much processor time. */
const agentsTogether = { size: 8, maxWaitMs: 60 };

interface AgentResponderDeps {
  answering: Answering;
  authenticator: ApiKeyAuthenticator;
  refusedHeartbeats: RefusedHeartbeats;
  heartbeatPace: HeartbeatPace;
  /** Of the bodies of all requests. */
  memory: BodyMemory;
  charges: BodyCharges;
  settings: ControlPlaneSettings;
}

/** Answers the requests of agents: as many as the process serves in time are in flight, and the others come back later. */
export class AgentResponder {
  readonly #deps: AgentResponderDeps;
  readonly #admission: AgentAdmission;
  readonly #largeBodies = new LargeBodies();
  readonly #withOthers = together(agentsTogether);

  constructor(deps: AgentResponderDeps) {
    this.#deps = deps;
    this.#admission = new AgentAdmission((seconds) => deps.refusedHeartbeats.postpone(seconds));
  }

  /** `key`: the `Authorization` header. */
  async answer(key: string, exchange: Exchange): Promise<void> {
    const { authenticator, charges } = this.#deps;
    const { request, response } = exchange;
    const entered = await this.#enter(key, request);
    if (typeof entered === 'number') return answerError(response, otherAgentsFirst(entered));
    const caller = entered.isKnown ? authenticator.lastKnown(key) : undefined;
    const waitSeconds = caller === undefined ? 0 : charges.secondsUntilRead(caller, declaredBytes(request));
    if (waitSeconds > 0) return answerError(response, tooManyRequests(waitSeconds));
    await this.#serve(entered, caller, exchange);
  }

  #enter(key: string, { headers, socket }: IncomingMessage): Promise<Entered | number> {
    const { authenticator, settings } = this.#deps;
    const client = requestClient({ headers, peerAddress: socket.remoteAddress }, settings);
    return this.#admission.enter({
      key,
      isStream: headers.accept === 'text/event-stream',
      isKnown: () => authenticator.lastKnown(key) !== undefined,
      check: async () => (await authenticator.authenticate({ authorization: key, ...client })) != null,
    });
  }

  /** Reads the body of a known caller, then admits and answers the request. */
  async #serve(
    entered: Entered,
    caller: Caller | undefined,
    { request, response, requestId }: Exchange,
  ): Promise<void> {
    const { answering, heartbeatPace, memory } = this.#deps;
    const held = caller && memory.hold(ownerOf(caller));
    let endTurn: EndOfTurn | undefined;
    try {
      const body = caller && (await readBody(request, bodyLimits.executor, held));
      if (body) endTurn = await this.#largeBodies.turn(ownerOf(caller).organizationId, body.text.length);
      const retryAfterSeconds = entered.admit();
      if (retryAfterSeconds !== undefined) return answerError(response, otherAgentsFirst(retryAfterSeconds));
      if (heartbeatPace.isStretched) await this.#withOthers();
      await answerWith(answering, response, { req: request, requestId, ...(body && { body }) });
    } finally {
      entered.end(response.statusCode < 500);
      endTurn?.();
      held?.release();
    }
  }
}
