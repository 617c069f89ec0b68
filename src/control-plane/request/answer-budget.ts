import { setImmediate } from 'node:timers/promises';
import { type GraphQLError, type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import pLimit from 'p-limit';
import { apiError } from '../platform/input/errors.ts';
import { type Page, pageOf } from '../platform/input/pages.ts';

/** Base cost of a database row in values: all of it is fetched, whatever is selected. */
const rowCost = 20;

type Place = Pick<GraphQLResolveInfo, 'fieldNodes' | 'path'>;

/**
 * The number of values that an answer may hold: fields of objects and entries of lists. Charged with actual results,
 * because nested lists multiply: without it, a query of a few hundred bytes could block the process.
 */
export function answerBudget(values: number) {
  let left = values;
  let refusal: GraphQLError | undefined;
  const turns = pLimit(1);
  const charge = (charged: number, place?: Place): void => {
    left -= charged;
    if (left >= 0) return;
    const cost = { cost: values - left, limit: values };
    if (place === undefined) throw tooMuch(cost);
    // The same error each time: thousands of lists may be waiting for their turn, and an error is expensive to create.
    refusal ??= tooMuch(cost, place);
    throw refusal;
  };
  /** Resolves one part after another, so that other requests get their turn. The work must not call this itself. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    turns(async () => {
      await setImmediate();
      charge(0);
      return work();
    });
  /** Fetches rows, one statement at a time. Throws `invalid_input` if the budget cannot pay for them. */
  const fetchRows = <T>(maxRows: number, query: Limitable<T> | ((limit: number) => Promise<T[]>)): Promise<T[]> =>
    inTurn(async () => {
      const affordable = Math.max(0, Math.floor(left / rowCost));
      const limit = Math.min(maxRows, affordable + 1);
      const rows = await (typeof query === 'function' ? query(limit) : query.limit(limit));
      charge(rows.length * rowCost);
      return rows;
    });
  const fetchPage = async <T>(
    args: Parameters<typeof pageOf>[0],
    query: Pageable<T> | ((page: Page) => Promise<T[]>),
  ): Promise<T[]> => {
    const { take, skip } = pageOf(args);
    return fetchRows(take, async (limit) =>
      typeof query === 'function' ? query({ take: limit, skip }) : query.limit(limit).offset(skip),
    );
  };
  return {
    databaseMs: 0,
    get spent(): number {
      return values - Math.max(0, left);
    },
    get isOverdrawn(): boolean {
      return left < 0;
    },
    ...{ charge, inTurn, fetchRows, fetchPage },
  };
}

export type AnswerBudget = ReturnType<typeof answerBudget>;

interface Limitable<T> {
  limit(rows: number): PromiseLike<T[]>;
}

interface Pageable<T> {
  limit(rows: number): { offset(rows: number): PromiseLike<T[]> };
}

const tooMuch = ({ cost, limit }: { cost: number; limit: number }, place?: Place): GraphQLError =>
  apiError(
    'invalid_input',
    `The answer would hold at least ${cost} values; ${limit} are allowed. Request fewer entries (take, skip) or fewer fields.`,
    { cost, limit },
    place && { nodes: place.fieldNodes, path: responsePathAsArray(place.path) },
  );
