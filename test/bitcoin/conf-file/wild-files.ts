import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfRequest } from '../../../src/bitcoin/conf-file/read-conf.ts';
import type { ConfVerdict } from '../../../src/bitcoin/conf-file/verdict.ts';

/** A bitcoin.conf as people bring it, and what becomes of it. */
export interface WildFile {
  title: string;
  request: ConfRequest;
  text: string;
  /** Of each line. */
  verdicts: ConfVerdict[];
  /** The network, the node type and the overrides. */
  node: string;
}

const marks: Readonly<Record<string, ConfVerdict>> = {
  '=': 'kept',
  '~': 'translated',
  '-': 'without_effect',
  x: 'dropped',
  ' ': 'no_setting',
};

/**
 * Reads wild.txt: a header `### TITLE | CLIENT VERSION | NETWORK`, the lines of the file, each behind the mark of its
 * verdict and a blank, and the result behind `> `.
 */
export const wildFiles: readonly WildFile[] = readFileSync(join(import.meta.dirname, 'wild.txt'), 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((part) => {
    const [header = '', ...rest] = part.split('\n');
    const [title = '', version = '', network] = header.split(' | ');
    const [client, clientVersion = ''] = version.split(' ');
    const lines = rest.filter((line) => line !== '' && !line.startsWith('> '));
    return {
      title,
      request: { client, clientVersion, network } as ConfRequest,
      text: lines.map((line) => `${line.slice(2)}\n`).join(''),
      verdicts: lines.map((line) => marks[line[0] ?? ''] ?? 'no_setting'),
      node: rest.find((line) => line.startsWith('> '))?.slice(2) ?? '',
    };
  });
