import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';

export interface LogLine {
  level: number;
  msg: string;
}

export function listeningLog(level = 'info'): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString('utf8')) as LogLine);
      done();
    },
  });
  return { log: pino({ level }, sink), lines };
}
