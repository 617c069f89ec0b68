import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body. */
  source: string;
}

/** A real SMTP server on loopback. */
export class MailReceiver {
  readonly received: ReceivedMail[] = [];
  /** Refuses mails with this SMTP status. */
  refuses: number | undefined;
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'satrap' && password === 'of-smtp' ? done(null, { user: username }) : done(new Error('denied')),
      onData: (stream, { envelope }, done) => {
        void text(stream).then((source) => {
          const responseCode = this.refuses;
          if (responseCode !== undefined) return done(Object.assign(new Error('try later'), { responseCode }));
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          this.received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
          done();
        });
      },
    });
  }

  static async start(port: number): Promise<MailReceiver> {
    const receiver = new MailReceiver();
    await once(receiver.#server.listen(port, '127.0.0.1'), 'listening');
    return receiver;
  }

  async stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(resolve);
    await promise;
  }
}
