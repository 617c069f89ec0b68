import type { Plugin } from 'graphql-yoga';
import { unavailable } from '../../../platform/input/errors.ts';
import type { ServerContext } from './authenticate.ts';

/** A slow process opens the streams under way in less time than they may wait for a connection, which is 5 seconds. */
const defaults = { underWay: 500, perSecond: 300 };
/** Agents wait no longer. */
const maxWaitSeconds = 120;

/**
 * Bounds the streams of agents that are being opened: after a restart, all agents come at once. Tells the others when to
 * come back, one after another. Heartbeats are never refused here: they cost little, and a missing one marks a host as
 * offline. After `authenticate`, and before bodies are read.
 */
export function agentAdmission(limits = defaults, now = () => performance.now()): Plugin<object, ServerContext> {
  const admitted = new WeakSet<ServerContext>();
  let underWay = 0;
  /** The time at which the next one comes back. */
  let nextAt = 0;
  return {
    onRequestParse: ({ request, serverContext }) => {
      const isStream = request.headers.get('accept')?.includes('text/event-stream');
      if (!isStream || serverContext.caller?.purpose !== 'executor') return;
      if (underWay >= limits.underWay) {
        nextAt = Math.max(nextAt, now()) + 1000 / limits.perSecond;
        const seconds = Math.min(maxWaitSeconds, Math.ceil((nextAt - now()) / 1000));
        throw unavailable(`The control plane serves other agents first; try again in ${seconds} s.`, seconds);
      }
      underWay++;
      admitted.add(serverContext);
    },
    // Once it has started.
    onResponse: ({ serverContext }) => {
      if (admitted.delete(serverContext)) underWay--;
    },
  };
}
