import type { NotificationChannelKind } from '../../../contract/types.generated.ts';
import type { ChannelMessage } from './message.ts';
import type { ChannelTarget } from './target.ts';

interface ChatRequest {
  url: string;
  headers?: Readonly<Record<string, string>> | undefined;
  /** The body, as JSON. */
  content: object;
}

type ChatKind = Exclude<NotificationChannelKind, 'webhook' | 'email'>;

/** Of HTML, and of Slack's markup: neither a mention nor a link needs any other character. */
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => escapes[character] ?? '');

const priorities = { critical: 5, warning: 4, info: 3 } as const;

export const chatRequests: Readonly<Record<ChatKind, (target: ChannelTarget, message: ChannelMessage) => ChatRequest>> =
  {
    // https://docs.slack.dev/messaging/formatting-message-text; Mattermost takes the same.
    slack: ({ url }, { title, lines, link }) => {
      const text = [
        `*${escaped(title)}*`,
        ...lines.map(escaped),
        ...(link === null ? [] : [`<${link}|View incident>`]),
      ];
      return { url, content: { text: text.join('\n') } };
    },
    // https://core.telegram.org/bots/api#sendmessage
    telegram: ({ url, token, chatId }, { title, lines, link }) => {
      const ofLink = link === null ? [] : [`<a href="${encodeURI(link)}">View incident</a>`];
      const text = [`<b>${escaped(title)}</b>`, ...lines.map(escaped), ...ofLink].join('\n');
      const content = { chat_id: chatId, text, parse_mode: 'HTML', link_preview_options: { is_disabled: true } };
      const server = (url || 'https://api.telegram.org').replace(/\/+$/, '');
      return { url: `${server}/bot${token}/sendMessage`, content };
    },
    // As JSON, because headers would take neither line breaks nor most languages: https://docs.ntfy.sh/publish/#publish-as-json
    ntfy: ({ url, token }, { title, lines, link, urgency }) => {
      const [, server = '', topic = ''] = /^(.*\/)([^/]+)$/.exec(url) ?? [];
      const priority = urgency === null ? 2 : priorities[urgency];
      return {
        url: server,
        headers: token === '' ? undefined : { authorization: `Bearer ${token}` },
        content: { topic, title, message: lines.join('\n'), priority, ...(link === null ? {} : { click: link }) },
      };
    },
  };

/** Statuses of a receiver that will accept no message, unless it is broken for the moment. */
const refusing: Readonly<Record<NotificationChannelKind, readonly number[]>> = {
  webhook: [410],
  // A server that refuses an address today may be configured wrongly.
  email: [],
  slack: [403, 404, 410],
  telegram: [400, 401, 403, 404],
  ntfy: [401, 403, 410],
};

/** The services' own words for a channel that is gone; the status alone is also that of a broken proxy. */
const verdicts: Readonly<Record<NotificationChannelKind, RegExp | null>> = {
  // Standard Webhooks: 410 itself is the receiver's word.
  webhook: /^/,
  email: null,
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/#handling_errors
  slack: /^(no_service|no_active_hooks|no_team|team_disabled|channel_not_found|channel_is_archived|invalid_token)\b/,
  // https://core.telegram.org/api/errors
  telegram: /bot was (blocked|kicked)|chat not found|user is deactivated|"description":\s*"Unauthorized"/,
  // https://docs.ntfy.sh/publish/#http-response-codes
  ntfy: /"code":\s*40[13]0\d\b/,
};

const brokenAfterMs = 15 * 60_000;

/** Returns whether a channel is gone: by the service's own words, or after it has refused for a quarter of an hour. */
export function isPermanent(
  kind: NotificationChannelKind,
  { status, answer }: { status: number | null; answer: string | null },
  failingForMs: number,
): boolean {
  if (status === null || !refusing[kind].includes(status)) return false;
  if (verdicts[kind]?.test(answer ?? '') === true) return true;
  // 400 is also the answer to a single message.
  return status !== 400 && failingForMs >= brokenAfterMs;
}

/** Returns the id that a group of Telegram got when it became a supergroup: https://core.telegram.org/bots/api#responseparameters */
export const migratedChatId = ({ status, answer }: { status: number | null; answer: string | null }): string | null =>
  (status === 400 && /"migrate_to_chat_id":\s*(-?\d{1,20})\b/.exec(answer ?? '')?.[1]) || null;
