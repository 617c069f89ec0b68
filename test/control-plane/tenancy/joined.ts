import type { GraphqlAnswer } from '../../harness/graphql.ts';
import type { Row } from './row.ts';

export interface Asked {
  row: Row;
  variables: object;
}

/** A request without a credential may have 4 KiB. */
const maxLength = 3500;

/** Joins requests of one kind into as few as fit. */
export function joinRequests(asked: readonly Asked[]): Joined[] {
  const joined = new Joined(asked);
  const half = Math.ceil(asked.length / 2);
  return asked.length > 1 && joined.length > maxLength
    ? [...joinRequests(asked.slice(0, half)), ...joinRequests(asked.slice(half))]
    : [joined];
}

/** One request with the root fields of several, under aliases. */
export class Joined {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly #parts: readonly { row: Row; field: string }[];

  constructor(asked: readonly Asked[]) {
    const parts = asked.map(({ row, variables }, index) => {
      const document = /^(?:(\w+)(?:\(([^)]*)\))? )?\{ (.*) \}$/.exec(row.document);
      if (document === null) throw new Error(`cannot be joined with others: ${row.document}`);
      const [, kind = 'query', declared, selection = ''] = document;
      const own = (text: string) => text.replaceAll(/\$(\w+)/g, `$$$1_${index}`);
      return {
        row,
        kind,
        declared: declared === undefined ? [] : [own(declared)],
        selection: `r${index}: ${own(selection)}`,
        field: /^\w+/.exec(selection)?.[0] ?? '',
        variables: Object.entries(variables).map(([name, value]): [string, unknown] => [`${name}_${index}`, value]),
      };
    });
    const declared = parts.flatMap((part) => part.declared).join(', ');
    const selections = parts.map(({ selection }) => selection).join(' ');
    this.query = `${parts[0]?.kind}${declared === '' ? '' : `(${declared})`} { ${selections} }`;
    this.variables = Object.fromEntries(parts.flatMap((part) => part.variables));
    this.#parts = parts;
  }

  get length(): number {
    return JSON.stringify({ query: this.query, variables: this.variables }).length;
  }

  /** The answers as each request alone would get them. An error without a path is everybody's. */
  split({ data, errors }: Pick<GraphqlAnswer, 'data' | 'errors'>) {
    return this.#parts.map(({ row, field }, index) => ({
      row,
      data: { [field]: data?.[`r${index}`] },
      error: errors?.find(({ path }) => path === undefined || path[0] === `r${index}`),
    }));
  }
}
