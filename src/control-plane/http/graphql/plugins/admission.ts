import type { Plugin } from 'graphql-yoga';
import { unavailable } from '../../../platform/input/errors.ts';
import type { ServerContext } from './authenticate.ts';

/** A slow process serves the requests under way in less time than they may wait for a connection, which is 5 seconds. */
const defaults = { underWay: 500, perSecond: 300 };
/** Agents wait no longer. */
const maxWaitSeconds = 120;

/**
 * Bounds the requests of agents under way: after a restart, or when PostgreSQL returns, all agents come at once. Tells
 * the others when to come back, one after another. After `authenticate`, and before their bodies are read.
 */
export function agentAdmission(limits = defaults, now = () => performance.now()): Plugin<object, ServerContext> {
  const admitted = new WeakSet<ServerContext>();
  let underWay = 0;
  /** When the next one is told to come back. */
  let nextAt = 0;
  return {
    onRequestParse: ({ serverContext }) => {
      if (serverContext.caller?.purpose !== 'executor') return;
      if (underWay >= limits.underWay) {
        nextAt = Math.max(nextAt, now()) + 1000 / limits.perSecond;
        const seconds = Math.min(maxWaitSeconds, Math.ceil((nextAt - now()) / 1000));
        throw unavailable(`The control plane serves other agents first; try again in ${seconds} s.`, seconds);
      }
      underWay++;
      admitted.add(serverContext);
    },
    // Of a stream, once it has started.
    onResponse: ({ serverContext }) => {
      if (admitted.delete(serverContext)) underWay--;
    },
  };
}
