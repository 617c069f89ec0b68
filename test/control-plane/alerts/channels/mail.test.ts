import { expect, test } from 'vitest';
import { sendMail } from '../../../../src/control-plane/alerts/channels/mail.ts';
import { freePort } from '../../../harness/free-port.ts';
import { MailReceiver } from '../../../harness/mail-receiver.ts';

const mail = { id: 'a', to: ['ops@example.com'], title: 'Title', lines: ['Line'], link: null };

test.each<[description: string, host: string, credentials: string, sent: boolean]>([
  ['sends no password to another host without encryption', '0.0.0.0', 'satrap:of-smtp@', false],
  ['sends a password to a server of the same machine', '127.0.0.1', 'satrap:of-smtp@', true],
  ['sends a mail without credentials to a server without encryption', '0.0.0.0', '', true],
])('sendMail › %s', async (_description, host, credentials, sent) => {
  const port = await freePort();
  // Offers no STARTTLS. Linux connects 0.0.0.0 to this machine, but the product cannot know that.
  const receiver = await MailReceiver.start(port);
  try {
    const server = { url: `smtp://${credentials}${host}:${port}`, from: 'satrap@example.com' };
    const { status, error } = await sendMail(server, mail);
    expect(receiver.received).toHaveLength(sent ? 1 : 0);
    if (sent) expect(status).toBe(250);
    else expect(error).toMatch(/STARTTLS|TLS/);
  } finally {
    await receiver.stop();
  }
});
