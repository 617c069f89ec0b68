import { setImmediate } from 'node:timers/promises';
import { GraphQLError, type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import pLimit from 'p-limit';
import type { UserErrorCode } from '../../contract/types.generated.ts';
import { type Page, pageOf } from '../platform/input/pages.ts';

/** What a row of the database costs by itself, in values: all of it is fetched, whatever is asked of it. */
const rowCost = 20;

type Place = Pick<GraphQLResolveInfo, 'fieldNodes' | 'path'>;

/**
 * What one answer may hold, in values: the fields of its objects and the entries of its lists. Charged with what is really there, because
 * lists within lists multiply. Without it, a query of a few hundred bytes could keep the process from all other requests.
 */
export class AnswerBudget {
  readonly #values: number;
  #left: number;
  #databaseMs = 0;
  #refusal: GraphQLError | undefined;
  readonly #turns = pLimit(1);

  constructor(values: number) {
    this.#values = values;
    this.#left = values;
  }

  /** The values charged so far, as many as there were at most. */
  get spent(): number {
    return this.#values - Math.max(0, this.#left);
  }

  /** How long the database has worked for the request, in milliseconds. */
  get databaseMs(): number {
    return this.#databaseMs;
  }

  spendDatabaseTime(ms: number): void {
    this.#databaseMs += ms;
  }

  /** More was asked for than the answer may hold. */
  get isOverdrawn(): boolean {
    return this.#left < 0;
  }

  /** Another answer begins: each message of a subscription is one. */
  renew(): void {
    this.#left = this.#values;
    this.#refusal = undefined;
  }

  /** Throws `invalid_input` when this is more than is left, and then for everything that follows. */
  charge(values: number, place?: Place): void {
    this.#left -= values;
    if (this.#left >= 0) return;
    const cost = { cost: this.#values - this.#left, limit: this.#values };
    if (place === undefined) throw tooMuch(cost);
    // The same error each time: thousands of lists may be waiting for their turn, and an error is expensive to make.
    this.#refusal ??= tooMuch(cost, place);
    throw this.#refusal;
  }

  /** Works on one part of the answer after the other, so that other requests have their turn in between. The work must take no turn itself. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns(async () => {
      await setImmediate();
      this.charge(0);
      return work();
    });
  }

  /**
   * Fetches rows for the answer: one statement after the other. `fetch` gets the limit of
   * its statement. Throws `invalid_input` when there are more rows than can be paid for.
   */
  fetchRows<T>(maxRows: number, fetch: (limit: number) => Promise<T[]>): Promise<T[]> {
    return this.inTurn(async () => {
      const affordable = Math.max(0, Math.floor(this.#left / rowCost));
      const rows = await fetch(Math.min(maxRows, affordable + 1));
      this.charge(rows.length * rowCost);
      return rows;
    });
  }

  /** The same for the page of a list that `take` and `skip` ask for. */
  async fetchPage<T>(args: Parameters<typeof pageOf>[0], fetch: (page: Page) => Promise<T[]>): Promise<T[]> {
    const { take, skip } = pageOf(args);
    return this.fetchRows(take, (limit) => fetch({ take: limit, skip }));
  }
}

const tooMuch = ({ cost, limit }: { cost: number; limit: number }, place?: Place): GraphQLError =>
  new GraphQLError(
    `The answer would hold at least ${cost} values; ${limit} are allowed. Request fewer entries (take, skip) or fewer fields.`,
    {
      ...(place === undefined ? {} : { nodes: place.fieldNodes, path: responsePathAsArray(place.path) }),
      extensions: { code: 'invalid_input' satisfies UserErrorCode, cost, limit, http: { status: 200 } },
    },
  );
