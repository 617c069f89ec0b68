import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { isLoopback } from '../../../contract/endpoint-url.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { printable } from '../../../text/printable.ts';
import { shorten } from '../../../text/shorten.ts';
import { readPrivateFile } from '../../people/accounts/private-file.ts';
import { ControlPlaneSetupError } from '../../settings.ts';
import type { ChannelMessage } from './message.ts';
import type { PostOutcome } from './post.ts';

export interface MailServer {
  /** Such as smtps://user:password@mail.example.com. */
  url: string;
  from: string;
}

const timeoutMs = 10_000;

/** Reads the file of `--smtp`: a URL with the sender, such as smtps://user:password@mail.example.com?from=satrap@example.com. Throws ControlPlaneSetupError. */
export function readMailServer(path: string): MailServer {
  const text = readPrivateFile('mail server', path).trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const from = url?.searchParams.get('from') ?? '';
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || !z.email().safeParse(from).success)
    throw new ControlPlaneSetupError(
      `the mail server file ${path} must have a URL such as smtps://user:password@mail.example.com?from=satrap@example.com`,
    );
  url.searchParams.delete('from');
  return { url: url.href, from };
}

interface Mail extends Pick<ChannelMessage, 'title' | 'lines' | 'link'> {
  /** The same for every attempt, so that receivers can detect duplicates. */
  id: string;
  to: readonly string[];
}

/** Sends a mail. Never rejects. */
export async function sendMail(
  server: MailServer | undefined,
  { id, to, title, lines, link }: Mail,
): Promise<PostOutcome> {
  if (server === undefined) return outcomeOf({ error: noMailServer });
  const transport = transportTo(server);
  try {
    const { response } = await transport.sendMail({
      from: server.from,
      to: [...to],
      subject: title,
      text: `${[...lines, ...(link === null ? [] : ['', link])].join('\n')}\n`,
      messageId: `<${id}@${server.from.split('@').at(-1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return outcomeOf({ status: 250, answer: response });
  } catch (error) {
    const { responseCode: status = null, response: answer = null } = error as {
      responseCode?: number;
      response?: string;
    };
    return outcomeOf({ status, answer, error: errorMessage(error) });
  } finally {
    transport.close();
  }
}

/** Connects to a mail server and signs in, without sending anything. Throws an Error. */
export async function reachMailServer(server: MailServer): Promise<void> {
  const transport = transportTo(server);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function transportTo({ url }: MailServer) {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  return createTransport({ url, requireTLS: requiresTls(url), ...timeouts });
}

/**
 * Returns whether a connection must be encrypted before anything is sent: anybody in between could otherwise remove
 * the server's offer of STARTTLS and read the password.
 */
function requiresTls(url: string): boolean {
  const { username, hostname } = new URL(url);
  return username !== '' && !isLoopback(hostname);
}

const line = (text: string, maxLength: number): string => printable(shorten(text.trim(), maxLength));

const outcomeOf = ({ status = null, answer = null, error = null }: Partial<PostOutcome>): PostOutcome => ({
  status,
  answer: answer === null ? null : line(answer, 500),
  error: error === null ? null : line(error, 300),
  retryAfterSeconds: null,
});

export const noMailServer = 'the control plane has no mail server; ask its operator to set one';
