import type { BusMessage } from '../../platform/bus/message.ts';
import { SetsByKey } from '../../platform/bus/sets-by-key.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { Caller } from '../caller.ts';
import { LiveStream } from './live-stream.ts';

/** A stream is closed at this age and its client reconnects: permission is checked only when a stream starts. */
const maxAgeMinutes = 15;
/** Agents learn only that something changed, and are many. */
const maxAgeOfAgents = 4;
/** After a gap each stream is reopened within this time, because a revocation of its key may have been missed. */
const renewalMs = 10_000;
/** Agents learn only that something changed: theirs may take longer, so that a large fleet does not reconnect at once. */
const agentRenewalsPerSecond = 10;

export interface StreamOptions<T> {
  caller: Caller;
  take(): T | undefined | Promise<T | undefined>;
  onEnd?(): void;
  limits: readonly StreamLimit[];
}

export interface StreamLimit {
  group: string;
  max: number;
  /** With too many in a group: closes the oldest, which its client has abandoned, or refuses the new one. */
  whenFull: 'end-oldest' | 'refuse';
}

interface OpenStream {
  caller: Caller;
  stream: { end(): void };
  /** In milliseconds since the Unix epoch. */
  endsAt: number;
  timer: NodeJS.Timeout;
}

/** The open streams of a process. Each is closed when the caller loses access, on whichever replica that happens. */
export function openStreams(maxAgeMs = maxAgeMinutes * 60_000) {
  const streams = new Set<OpenStream>();
  const groups = new SetsByKey<OpenStream>();
  let ended = false;
  const makeRoom = ({ group, max, whenFull }: StreamLimit): void => {
    const open = groups.of(group);
    if (open.size < max) return;
    if (whenFull === 'refuse')
      throw domainError('limit_reached', `${max} such streams are already open; close one of them first`);
    const [oldest] = open;
    oldest?.stream.end();
  };
  return {
    get size(): number {
      return streams.size;
    },
    open: <T>({ caller, take, onEnd, limits }: StreamOptions<T>): LiveStream<T> => {
      for (const limit of limits) makeRoom(limit);
      const stream = new LiveStream(take, () => {
        clearTimeout(open.timer);
        streams.delete(open);
        for (const leave of leaving) leave();
        onEnd?.();
      });
      // Spread, because all clients reconnect at once after a restart.
      const withinMs = maxAgeMs * (caller.purpose === 'executor' ? maxAgeOfAgents : 1);
      const ageMs = Math.min(between(0.7, 1) * withinMs, untilCredentialEndsMs(caller));
      const open: OpenStream = { caller, stream, endsAt: Date.now() + ageMs, timer: endAfter(stream, ageMs) };
      streams.add(open);
      const leaving = limits.map(({ group }) => groups.add(group, open));
      if (ended) stream.end();
      return stream;
    },
    onMessage: (message: BusMessage) => {
      // Nearly all messages, of which a large fleet causes thousands a second.
      if (message.kind === 'changed' || message.kind === 'nudge') return;
      for (const { caller, stream } of streams) if (endsStreamsOf(message, caller)) stream.end();
    },
    onGap: () => {
      const ofAgents = [...streams].filter(({ caller }) => caller.purpose === 'executor').length;
      const ofAgentsMs = Math.max(renewalMs, (ofAgents / agentRenewalsPerSecond) * 1000);
      for (const open of streams) {
        clearTimeout(open.timer);
        const withinMs = open.caller.purpose === 'executor' ? ofAgentsMs : renewalMs;
        open.timer = endAfter(open.stream, Math.min(between(0, withinMs), open.endsAt - Date.now()));
      }
    },
    /** Closes every current and future stream: the server shuts down. */
    end: () => {
      ended = true;
      for (const { stream } of streams) stream.end();
    },
  };
}

export type OpenStreams = ReturnType<typeof openStreams>;

export function endsStreamsOf(message: BusMessage, { credential, organizationId, ...caller }: Caller): boolean {
  const userId = caller.purpose === 'personal' ? caller.userId : undefined;
  switch (message.kind) {
    case 'key-revoked':
      return credential.type === 'api_key' && credential.id === message.keyId;
    case 'sessions-ended':
      if (credential.type !== 'session' || userId !== message.userId) return false;
      return message.sessionId === undefined || message.sessionId === credential.id;
    case 'membership-changed':
      return userId === message.userId && organizationId === message.organizationId;
    case 'organization-switched':
      return !message.isActive && organizationId === message.organizationId;
    default:
      return false;
  }
}

const untilCredentialEndsMs = ({ credential: { expiresAt } }: Caller): number =>
  expiresAt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, expiresAt.getTime() - Date.now());

const between = (from: number, to: number): number => from + Math.random() * (to - from);

const endAfter = (stream: { end(): void }, ms: number): NodeJS.Timeout => setTimeout(() => stream.end(), ms).unref();
