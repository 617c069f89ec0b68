import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { InputLimit } from '../../../contract/input-limit.ts';
import { inputLimits } from '../../../contract/input-limits.generated.ts';
import { type Issue, maxIssues } from '../../platform/input/errors.ts';
import type { BulkWork } from '../../platform/load/bulk-work.ts';
import { faultOfLeaf, oneOfRule } from './argument-faults.ts';

/** A value with fewer parts is coerced in one go. */
const smallParts = 1000;

export interface Coerced {
  value: unknown;
  /** Paths begin below the value. At most `maxIssues`; the value is incomplete if there are any. */
  issues: Issue[];
}

/**
 * Coerces an input value as GraphQL does, a large one in slices, and takes no list that is longer than `@limit` allows.
 * GraphQL's own function takes about 2 µs for each value, without a pause.
 */
export async function coerceInput(type: GraphQLInputType, value: unknown, bulk: BulkWork): Promise<Coerced> {
  const issues: Issue[] = [];
  const coercion = new Coercion(issues);
  const coerced = await coercion.coerce(type, value, [], bulk);
  return { value: coerced, issues: issues.slice(0, maxIssues) };
}

type Path = Issue['path'];
type Task<T> = Generator<undefined, T, undefined>;

class Coercion {
  readonly #issues: Issue[];

  constructor(issues: Issue[]) {
    this.#issues = issues;
  }

  async coerce(type: GraphQLInputType, value: unknown, path: Path, bulk: BulkWork): Promise<unknown> {
    const task = this.#large(type, value, path);
    for (;;) {
      const { done, value: result } = task.next();
      if (done) return result;
      if (bulk.isDue) await bulk.turn();
    }
  }

  get #isEnough(): boolean {
    return this.#issues.length >= maxIssues;
  }

  /** Pauses between parts that are small. */
  *#large(type: GraphQLInputType, value: unknown, path: Path): Task<unknown> {
    if (isNonNullType(type) && value !== null && value !== undefined)
      return yield* this.#large(type.ofType, value, path);
    if (isLeafType(type) || !hasMoreParts(value, smallParts)) {
      yield;
      return this.#small(type, value, path);
    }
    if (isListType(type) && Array.isArray(value)) {
      const items: unknown[] = [];
      for (const [index, item] of value.entries()) {
        if (this.#isEnough) break;
        const at = [...path, index];
        if (typeof item === 'object' && item !== null) items.push(yield* this.#large(type.ofType, item, at));
        else {
          if (index % smallParts === 0) yield;
          items.push(this.#small(type.ofType, item, at));
        }
      }
      return items;
    }
    if (!isInputObjectType(type) || !isRecord(value)) return this.#small(type, value, path);
    const coerced: Record<string, unknown> = {};
    const fields = type.getFields();
    this.#requireFields(type, value, path);
    for (const field of Object.values(fields)) {
      const at = [...path, field.name];
      const given = ownValue(value, field.name);
      if (given === undefined) this.#omit(field, coerced, at);
      else if (!this.#isTooLong(type.name, field.name, given, path))
        coerced[field.name] = yield* this.#large(field.type, given, at);
      yield;
    }
    return coerced;
  }

  #small(type: GraphQLInputType, value: unknown, path: Path): unknown {
    if (this.#isEnough) return undefined;
    if (isNonNullType(type)) {
      if (value !== null && value !== undefined) return this.#small(type.ofType, value, path);
      this.#add(path, value === undefined ? 'is required' : 'must not be null');
      return undefined;
    }
    if (value === null || value === undefined) return null;
    if (isListType(type)) {
      if (!Array.isArray(value)) return [this.#small(type.ofType, value, path)];
      return value.map((item, index) => this.#small(type.ofType, item, [...path, index]));
    }
    if (isInputObjectType(type)) return this.#object(type, value, path);
    try {
      return type.parseValue(value);
    } catch {
      this.#add(path, faultOfLeaf(type, value, path) ?? `must be a ${type.name}`);
      return undefined;
    }
  }

  #object(type: GraphQLInputObjectType, value: unknown, path: Path): unknown {
    if (!isRecord(value)) {
      this.#add(path, 'must be an object');
      return undefined;
    }
    const coerced: Record<string, unknown> = {};
    const fields = type.getFields();
    this.#requireFields(type, value, path);
    for (const name in fields) {
      const field = fields[name] as GraphQLInputField;
      const given = ownValue(value, name);
      if (given === undefined) this.#omit(field, coerced, [...path, name]);
      else if (!this.#isTooLong(type.name, name, given, path))
        coerced[name] = this.#small(field.type, given, [...path, name]);
    }
    return coerced;
  }

  #omit({ name, type, defaultValue }: GraphQLInputField, coerced: Record<string, unknown>, path: Path): void {
    if (defaultValue !== undefined) coerced[name] = defaultValue;
    else if (isNonNullType(type)) this.#add(path, 'is required');
  }

  #requireFields(type: GraphQLInputObjectType, value: object, path: Path): void {
    const fields = type.getFields();
    let count = 0;
    for (const [name, given] of Object.entries(value)) {
      if (this.#isEnough) return;
      count++;
      if (!Object.hasOwn(fields, name)) this.#add([...path, name], `is unknown to ${type.name}`);
      else if (type.isOneOf && given === null) this.#add([...path, name], 'must not be null');
    }
    if (type.isOneOf && count !== 1) this.#add(path, oneOfRule);
  }

  #isTooLong(owner: string, name: string, value: unknown, path: Path): boolean {
    if (!Array.isArray(value) || !Object.hasOwn(inputLimits, owner)) return false;
    const limits: Readonly<Record<string, InputLimit>> = inputLimits[owner as keyof typeof inputLimits];
    const { maxItems = Number.POSITIVE_INFINITY } = limits[name] ?? {};
    if (value.length <= maxItems) return false;
    this.#add([...path, name], `must have at most ${maxItems} items`);
    return true;
  }

  #add(path: Path, message: string): void {
    if (!this.#isEnough) this.#issues.push({ path, message });
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownValue = (value: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/** Whether a value has more parts than `limit`. Looks at no more than that. */
export function hasMoreParts(value: unknown, limit: number): boolean {
  let seen = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next) && seen + next.length > limit) return true;
    for (const name in next) {
      if (++seen > limit) return true;
      const part = (next as Record<string, unknown>)[name];
      if (typeof part === 'object' && part !== null) waiting.push(part);
    }
  }
  return false;
}
