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

/** Statuses after which the receiver will never accept a message. */
const permanent: Readonly<Record<NotificationChannelKind, readonly number[]>> = {
  webhook: [410],
  // A server that refuses an address today may be configured wrongly.
  email: [],
  slack: [403, 404, 410],
  telegram: [401, 403, 404],
  ntfy: [401, 403, 410],
};

export const isPermanent = (kind: NotificationChannelKind, status: number | null): boolean =>
  status !== null && permanent[kind].includes(status);
