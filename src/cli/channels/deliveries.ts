import type { Command } from 'commander';
import type { DeliveryRowFragment } from '../../contract/operations.generated.ts';
import { type Api, defineApiCommand, notFound } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { forEachName } from '../each-name.ts';
import { option, sinceOption, untilOption, waitOption } from '../options.ts';
import { age, print, when } from '../output.ts';
import { defineList, findIn, type Resource } from '../resource.ts';
import { waitFor } from '../wait.ts';
import { channels } from './channels.ts';

const deliveries: Resource<DeliveryRowFragment> = {
  noun: 'delivery',
  fetch: async (api) => (await api.call('ListDeliveries', {})).webhookDeliveries,
  namesOf: ({ id }) => [id],
  columns: {
    id: 'id',
    sequence: 'sequence',
    type: 'type',
    status: 'status',
    age: ({ createdAt }) => age(createdAt),
    attempts: ({ attempts }) => String(attempts.length),
    'last answer': ({ attempts }) => describeAttempt(attempts.at(-1)),
  },
};

const channelOption = option('--channel <channel>', 'channel whose deliveries to repeat; requires --since');

export function register(channelGroup: Command): void {
  const tested = 'send a test message and show its outcome; exits with 1 if it failed';
  defineApiCommand(channelGroup, 'test <channel>', tested).action(async (api, options, channel) => {
    const { id } = await findIn(api, channels, channel);
    const { delivery: sent } = (await api.call('TestChannel', { id })).testNotificationWebhook;
    const delivery = await attempted(api, sent, 1);
    print(delivery, options, () => deliveryLines(delivery));
    if (delivery.status !== 'delivered') process.exitCode = 1;
  });
  const group = channelGroup.command('deliveries').description('show and repeat deliveries: list, show, redeliver');
  defineList(group, deliveries, {
    description: 'list the last 50 deliveries, newest first',
    hint: 'no deliveries',
    most: 50,
  });
  defineApiCommand(group, 'show <delivery>', 'show a delivery and its attempts').action(async (api, options, id) => {
    const { webhookDelivery } = await api.call('GetDelivery', { id });
    if (webhookDelivery === null) return notFound(api, `no delivery ${id}`, 'satrap channels deliveries list');
    print(webhookDelivery, options, () => deliveryLines(webhookDelivery));
  });
  const repeated = 'repeat deliveries, or those of a channel in a time range';
  const given = [channelOption, sinceOption, untilOption, waitOption] as const;
  defineApiCommand(group, 'redeliver [deliveries...]', repeated, given).action(
    async (api, { channel, since: from, until: to, wait, ...options }, ids) => {
      const isRange = channel !== undefined && from !== undefined;
      if ((ids.length === 0) !== isRange)
        throw new CommandError('name deliveries, or use --channel and --since', 'usage');
      if (isRange) {
        const { id } = await findIn(api, channels, channel);
        const range = { id, from, to: to ?? new Date().toISOString() };
        const { redeliverWebhooks } = await api.call('RedeliverWebhooks', range);
        return print(redeliverWebhooks, options, () => [`repeating ${redeliverWebhooks.deliveryCount} deliveries`]);
      }
      return forEachName(ids, options, async (id) => {
        const { delivery } = (await api.call('RedeliverWebhook', { id })).redeliverWebhook;
        const result = wait ? await attempted(api, delivery) : delivery;
        return { result, lines: deliveryLines(result) };
      });
    },
  );
}

/** Waits until a delivery ends, or has failed `attempts` times. */
const attempted = (api: Api, { id }: { id: string }, attempts = Number.POSITIVE_INFINITY) =>
  waitFor(async () => {
    const { webhookDelivery: delivery } = await api.call('GetDelivery', { id });
    if (delivery === null) return notFound(api, `delivery ${id} was dropped`);
    return delivery.status !== 'pending' || delivery.attempts.length >= attempts ? delivery : undefined;
  });

type Attempt = DeliveryRowFragment['attempts'][number];

const describeAttempt = (attempt: Attempt | undefined): string =>
  attempt === undefined ? '-' : `${attempt.error ?? `HTTP ${attempt.status}`} after ${attempt.durationMs} ms`;

const deliveryLines = ({ id, sequence, type, status, attempts, nextAttemptAt }: DeliveryRowFragment): string[] => [
  `${type}  #${sequence}  ${status}${nextAttemptAt === null ? '' : `, next attempt ${when(nextAttemptAt)}`}  ${id}`,
  ...attempts.map(
    (attempt) => `  ${when(attempt.at)}  ${describeAttempt(attempt)}${attempt.answer ? `: ${attempt.answer}` : ''}`,
  ),
];
