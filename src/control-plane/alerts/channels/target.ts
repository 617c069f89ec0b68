import { z } from 'zod';
import type { NotificationChannelKind, NotificationChannelUpdateInput } from '../../../contract/types.generated.ts';
import type { Issue } from '../../platform/input/errors.ts';
import { type AddressPolicy, receiverUrlFault } from './address-policy.ts';

/** Where a channel sends to. Unused fields are empty. */
export interface ChannelTarget {
  url: string;
  addresses: readonly string[];
  chatId: string;
  token: string;
}

type Field = keyof ChannelTarget;
export type TargetInput = Pick<NotificationChannelUpdateInput, Field>;

const noTarget: ChannelTarget = { url: '', addresses: [], chatId: '', token: '' };

const fields: Readonly<Record<NotificationChannelKind, Partial<Record<Field, 'required' | 'optional'>>>> = {
  webhook: { url: 'required' },
  email: { addresses: 'required' },
  slack: { url: 'required' },
  telegram: { token: 'required', chatId: 'required', url: 'optional' },
  ntfy: { url: 'required', token: 'optional' },
};

const maxAddresses = 10;
const chatId = /^(-?\d{1,20}|@\w{1,64})$/;
const botToken = /^\d{1,20}:[\w-]{10,128}$/;
const accessToken = /^[\x21-\x7e]{1,256}$/;
/** The path of an ntfy server's topic. */
const topicPath = /\/[\w-]{1,64}$/;

/** Where Telegram's bots are, unless the channel names another server. */
const telegramUrl = 'https://api.telegram.org/';

/** What receives the secret of a channel: the server, and of a chat its name too. Empty for an invalid URL. */
function receiverOf(
  kind: NotificationChannelKind,
  { url, chatId: chat }: Pick<ChannelTarget, 'url' | 'chatId'>,
): string {
  const server = url === '' && kind === 'telegram' ? telegramUrl : url;
  const { origin = '' } = URL.parse(server) ?? {};
  return kind === 'telegram' ? `${origin} ${chat}` : origin;
}

/**
 * Whether a change would send the stored secret to a receiver that it was not given for: nobody who can only change a
 * channel may read its secret. A webhook's signing secret is never sent, and the path of a Slack URL is replaced with it.
 */
export const secretTravels = (kind: NotificationChannelKind, before: ChannelTarget, after: ChannelTarget): boolean =>
  before.token !== '' && receiverOf(kind, before) !== receiverOf(kind, after);

/** Returns the target after a change, and what is wrong with it. */
export function changeTarget(
  kind: NotificationChannelKind,
  input: TargetInput,
  { policy, before = noTarget }: { policy: AddressPolicy; before?: ChannelTarget | undefined },
): { target: ChannelTarget; issues: Issue[] } {
  const target: ChannelTarget = {
    url: input.url?.trim() ?? before.url,
    addresses: input.addresses?.map((address) => address.trim()) ?? before.addresses,
    chatId: input.chatId?.trim() ?? before.chatId,
    token: input.token?.trim() ?? before.token,
  };
  const issues = (Object.keys(target) as Field[]).flatMap((field) => {
    const message = faultOf(kind, field, target, policy);
    return message === null ? [] : [{ path: ['data', field], message }];
  });
  const isKept = input.token === undefined || input.token === null;
  if (isKept && secretTravels(kind, before, target))
    issues.push({
      path: ['data', 'token'],
      message: 'must be entered again: the channel would send the stored token to another receiver',
    });
  // Normalized: without line breaks.
  if (issues.length === 0 && target.url !== '') target.url = new URL(target.url).href;
  return { target, issues };
}

function faultOf(kind: NotificationChannelKind, field: Field, target: ChannelTarget, policy: AddressPolicy) {
  const use = fields[kind][field];
  if (target[field].length === 0) return use === 'required' ? `is required for ${kind}` : null;
  if (use === undefined) return `is not for ${kind}`;
  if (field === 'url') return receiverUrlFault(target.url, policy) ?? topicFault(kind, target.url);
  if (field === 'addresses') return addressesFault(target.addresses);
  if (field === 'chatId')
    return chatId.test(target.chatId) ? null : 'must be a chat id such as -1001234567890, or @channel';
  if (kind === 'telegram')
    return botToken.test(target.token) ? null : 'must be a bot token such as 123456:ABC-DEF, from @BotFather';
  return accessToken.test(target.token) ? null : 'must be an access token of the ntfy server';
}

const topicFault = (kind: NotificationChannelKind, url: string): string | null =>
  kind !== 'ntfy' || topicPath.test(new URL(url).pathname)
    ? null
    : 'must end with a topic, such as https://ntfy.sh/my-topic';

function addressesFault(addresses: readonly string[]): string | null {
  if (addresses.length > maxAddresses) return `must be at most ${maxAddresses} addresses`;
  const faulty = addresses.find((address) => address.length > 254 || !z.email().safeParse(address).success);
  return faulty === undefined ? null : `${faulty} is not an email address`;
}

/** Returns the target as all members may see it: the path of a URL may be a secret. */
export function maskTarget(kind: NotificationChannelKind, { url, addresses, chatId: chat }: ChannelTarget): string {
  if (kind === 'email') return addresses.join(', ');
  return kind === 'telegram' ? chat : `${new URL(url).origin}/…`;
}
