import { dirname, join } from 'node:path';

export interface Import {
  file: string;
  /** Starts at 1. */
  line: number;
  target: string;
}

/** Every import of a file of this project, types and dynamic ones included, as paths from its root. */
export function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(/(?:\bfrom|\bimport\(|\bimport)\s*'(\.{1,2}\/[^']+)'/g)].map((match) => ({
    file,
    line: source.slice(0, match.index + match[0].length).split('\n').length,
    target: join(dirname(file), match[1] ?? ''),
  }));
}

/** The lines of a source with its comments blanked. */
export const withoutComments = (source: string): string[] =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^\s*\/\/.*$/gm, '')
    .split('\n');
