import { type Document, isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import { nearestOf } from '../../text/nearest.ts';
import { CommandError } from '../command-error.ts';

const types: Readonly<Record<string, string>> = {
  string: 'must be a text',
  array: 'must be a list',
  object: 'must be a map of fields',
  record: 'must be a map of names',
};

function sentenceOf(fault: z.core.$ZodRawIssue): string {
  switch (fault.code) {
    case 'invalid_type':
      return fault.input === undefined ? 'is required' : (types[fault.expected] ?? 'has the wrong type');
    case 'invalid_value':
      return `${fault.input === undefined ? 'is required: one of' : 'must be one of'} ${fault.values.join(', ')}`;
    case 'invalid_key':
      return fault.issues.map(({ message }) => message).join('; ');
    default:
      return 'must not be empty';
  }
}

/** Returns the line of the innermost part of a path that a file has. */
export type LineOf = (path: readonly PropertyKey[]) => number;

/** Faults of the YAML, each line once: after a tab or a second document, the parser reports what follows from it. */
function yamlFaults({ errors, warnings, contents }: Document.Parsed, lineAt: (offset: number) => number): Fault[] {
  const all = [...errors, ...warnings].map(({ code, pos, message }) => ({
    ...{ code, line: lineAt(pos[0]), path: [] },
    message: sentences[code] ?? `is not valid YAML: ${message}`,
  }));
  const causes = all.filter(({ code }) => sentences[code] !== undefined);
  const faults = causes.length > 0 ? causes : all;
  if (faults.length === 0 && contents === null)
    return [{ line: 1, path: [], message: 'is empty; a fleet file has nodes, hosts or notifications' }];
  return faults.filter(({ line }, index) => faults.findIndex((other) => other.line === line) === index);
}

const sentences: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'is indented with a tab; use spaces',
  MULTIPLE_DOCS: 'starts a second document; use one file for each, and name both with -f',
};

interface Fault {
  line: number;
  path: string[];
  message: string;
}

/**
 * Checks YAML against a shape. Throws CommandError with the line of each fault. All scalars are texts, so that the version 30.0 does not
 * become 30. `fields`: for advice on a misspelt one.
 */
export function readYaml<T>(
  shape: z.ZodType<T>,
  fields: readonly string[],
  yaml: string,
  file: string,
): { data: T; lineOf: LineOf } {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { schema: 'failsafe', merge: true, lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number | undefined): number => lines.linePos(offset ?? 0).line;
  const lineOf: LineOf = (path) => {
    if (path.length === 0) return 1;
    const [parent, last] = [document.getIn(path.slice(0, -1), true), path.at(-1)];
    const key = isMap(parent) ? parent.items.find((pair) => String(pair.key) === last)?.key : undefined;
    const place = isSeq(parent) ? parent.items[Number(last)] : key;
    return isNode(place) ? lineAt(place.range?.[0]) : lineOf(path.slice(0, -1));
  };
  const refuse = (faults: readonly Fault[]): never => {
    const described = faults.map(({ line, path, message }) =>
      [`${file}:${line}:`, path.join('.'), message].filter(Boolean).join(' '),
    );
    // Not `usage`, whose exit code is that of a difference.
    throw new CommandError(described.join('\n'), 'failed', { issues: faults });
  };
  const malformed = yamlFaults(document, lineAt);
  if (malformed.length > 0) return refuse(malformed);
  // A thousand nodes may share the fields of one.
  const { data, error } = shape.safeParse(document.toJS({ maxAliasCount: -1 }), { error: sentenceOf });
  if (error === undefined) return { data, lineOf };
  const nearest = nearestOf(fields);
  const unknown = (key: string) =>
    `is unknown; ${nearest(key) === undefined ? 'remove it' : `did you mean ${nearest(key)}?`}`;
  return refuse(
    error.issues
      .flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => ({ path: [...issue.path, key], message: unknown(key) }))
          : [issue],
      )
      .map(({ path, message }) => ({ line: lineOf(path), path: path.map(String), message }))
      .toSorted((a, b) => a.line - b.line),
  );
}
