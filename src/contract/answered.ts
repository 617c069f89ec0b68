import { optionalFields } from './optional-fields.generated.ts';
import type { Mutation, Query } from './types.generated.ts';

type OptionalField = (typeof optionalFields)[number];
type AnsweredField = Exclude<keyof Query | keyof Mutation, OptionalField>;

/** The data of a successful response. Under an alias, only a list is known not to be null. */
export type Answered<T> = {
  [F in keyof T]: F extends AnsweredField
    ? NonNullable<T[F]>
    : T[F] extends readonly unknown[] | null | undefined
      ? NonNullable<T[F]>
      : T[F];
};

/** Whether data holds every field of a successful response. */
export const isAnswered = <T extends object>(data: T): data is T & Answered<T> =>
  Object.entries(data).every(
    ([field, value]) => value !== null || optionalFields.some((optional) => optional === field),
  );
