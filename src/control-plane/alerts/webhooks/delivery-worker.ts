import pRetry from 'p-retry';
import type { Logger } from 'pino';
import { Backoff } from '../../../timing/backoff.ts';
import type { Clock } from '../../../timing/clock.ts';
import { Notify } from '../../../timing/notify.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import { isDatabaseAway } from '../../platform/database/connection-fault.ts';
import { and, type Database, eq, hasKey, keyOf, sql, transact } from '../../platform/database/database.ts';
import type { Measures } from '../../platform/monitoring/measures.ts';
import type { Traces } from '../../platform/monitoring/traces.ts';
import { type ChannelRow, type DeliveryRow, notificationChannel, webhookDelivery } from '../../tables/channels.ts';
import type { AddressPolicy } from '../channels/address-policy.ts';
import { chatRequests, isPermanent, migratedChatId } from '../channels/chat-requests.ts';
import { type MailServer, sendMail } from '../channels/mail.ts';
import { describeMessage } from '../channels/message.ts';
import { type PostOutcome, post, withoutSecrets } from '../channels/post.ts';
import { type ChannelTarget, maskTarget } from '../channels/target.ts';
import { type Claim, claimKeeper, isClaimed } from './claims.ts';
import { ReceiverLines } from './receiver-lines.ts';
import { recordAttempt } from './record-attempt.ts';
import { signedHeaders } from './secrets.ts';

/** Covers about a minute. */
const recordPolicy = { retries: 60, minTimeout: 100, maxTimeout: 1000, factor: 2 };

interface DeliverDeps {
  database: Database;
  secret: Pick<Secret, 'seal' | 'unseal'>;
  policy: AddressPolicy;
  mail?: MailServer | undefined;
  version: string;
  measures: Measures;
  traces: Traces;
}

/** Attempts a claimed delivery once. */
export async function deliver(deps: DeliverDeps, { delivery, channel }: Claim): Promise<void> {
  const { database, measures, traces } = deps;
  if (channel === undefined) {
    const values = { status: 'failed', nextAttemptAt: null, claimedUntil: null } as const;
    await database.update(webhookDelivery).set(values).where(isClaimed(delivery));
    return;
  }
  const at = new Date();
  const startedAt = performance.now();
  const outcome = await traces.part('webhook delivery', { 'satrap.delivery.id': delivery.id }, () =>
    // Not why: it may name a secret.
    send(deps, delivery, channel, at).catch(() => unsendable),
  );
  const durationMs = performance.now() - startedAt;
  measures.webhookAttempt({ delivered: outcome.error === null, seconds: durationMs / 1000 });
  // Retry while the database is unavailable: an acknowledged delivery must not be sent again.
  const failingForMs = channel.failingSince === null ? 0 : at.getTime() - channel.failingSince.getTime();
  const isGone = isPermanent(channel.kind, outcome, failingForMs);
  const attempt = { delivery, isGone, outcome, at, durationMs };
  await pRetry(() => transact(database, (transaction) => recordAttempt(transaction, attempt)), {
    ...recordPolicy,
    shouldRetry: ({ error }) => isDatabaseAway(error),
  });
}

const unsendable: PostOutcome = {
  ...{ status: null, answer: null, retryAfterSeconds: null },
  error: 'the channel or the message cannot be read; set the channel’s target again',
};

/** Rejects for a channel or a message that the control plane did not store. */
async function send(
  { database, policy, secret, mail, version }: DeliverDeps,
  { id, body }: DeliveryRow,
  { kind, sealedTarget, secrets, organizationId, id: channelId }: ChannelRow,
  at: Date,
): Promise<PostOutcome> {
  const target = JSON.parse(secret.unseal(sealedTarget)) as ChannelTarget;
  const headers = { 'content-type': 'application/json', 'user-agent': `satrap/${version}` };
  if (kind === 'webhook') {
    const signed = signedHeaders({ id, at, body }, secrets, secret);
    return post({ url: target.url, headers: { ...headers, ...signed }, body, policy });
  }
  const message = describeMessage(body);
  if (kind === 'email') return sendMail(mail, { id, to: target.addresses, ...message });
  const chat = async (to: ChannelTarget) => {
    const { url, headers: ofKind, content } = chatRequests[kind](to, message);
    const sent = await post({ url, headers: { ...headers, ...ofKind }, body: JSON.stringify(content), policy });
    return withoutSecrets(sent, [to.token, to.url.split('/').at(-1) ?? '']);
  };
  const sent = await chat(target);
  const chatId = kind === 'telegram' ? migratedChatId(sent) : null;
  if (chatId === null || chatId === target.chatId) return sent;
  const moved = { ...target, chatId };
  await database
    .update(notificationChannel)
    .set({ target: maskTarget(kind, moved), sealedTarget: secret.seal(JSON.stringify(moved)) })
    // A member may have changed it meanwhile.
    .where(
      and(hasKey(notificationChannel, organizationId, channelId), eq(notificationChannel.sealedTarget, sealedTarget)),
    );
  return chat(moved);
}

/** Maximum number of deliveries that one replica holds, in flight or queued for their receiver. */
const maxClaimed = 256;
/** Finds other replicas' deliveries. */
const pollMs = 1000;
const awayPolicy = { firstMs: 500, maxMs: 15_000 };

/** Attempts due deliveries, many at once. */
export function deliveryWorker(options: DeliverDeps & { clock: Clock; log: Logger }) {
  const { database, clock, log } = options;
  const due = new Notify(clock);
  const running = new Set<Promise<void>>();
  const lines = new ReceiverLines();
  const claims = claimKeeper(options);

  const begin = (claim: Claim, signal: AbortSignal): void => {
    const ended = attempt(claim, signal)
      // The claim expires, and the delivery is attempted again.
      .catch((error: unknown) => log.error({ err: error }, 'could not attempt a delivery'))
      .finally(() => {
        running.delete(ended);
        claims.release(claim);
        due.notify();
      });
    running.add(ended);
  };

  const attempt = async (claim: Claim, signal: AbortSignal): Promise<void> => {
    const { organizationId, channelId } = claim.delivery;
    const deferSeconds = await lines.enter(keyOf({ organizationId, id: channelId }), async () => {
      // At shutdown, start nothing that is queued: it might be posted but not recorded.
      if (!signal.aborted && claims.holds(claim)) await deliver(options, claim);
    });
    if (deferSeconds === null) return;
    // Releases the claim without counting an attempt.
    const nextAttemptAt = sql`now() + make_interval(secs => ${deferSeconds}::float8)`;
    await database.update(webhookDelivery).set({ nextAttemptAt, claimedUntil: null }).where(isClaimed(claim.delivery));
  };

  return {
    /** Call after creating a delivery. */
    wake: () => due.notify(),
    /** Runs until `signal` aborts, then waits for attempts in flight. */
    async run(signal: AbortSignal): Promise<void> {
      const backoff = new Backoff(awayPolicy);
      const ended = new AbortController();
      const kept = claims.keep(ended.signal);
      while (!signal.aborted) {
        try {
          const free = maxClaimed - running.size;
          const taken = free > 0 ? await claims.take(free) : [];
          for (const claim of taken) begin(claim, signal);
          backoff.reset();
          if (taken.length === 0) await due.wait(pollMs, signal);
        } catch (error) {
          if (!signal.aborted) log.warn({ err: error }, 'could not claim deliveries');
          await clock.sleep(backoff.next(), signal);
        }
      }
      await Promise.all(running);
      ended.abort();
      await kept;
    },
  };
}
