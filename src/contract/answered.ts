import { optionalFields } from './optional-fields.generated.ts';

/** The data of a successful response. */
export type Answered<T> = {
  [F in keyof T]: F extends (typeof optionalFields)[number] ? T[F] : NonNullable<T[F]>;
};

/** Whether data holds every field of a successful response. */
export const isAnswered = <T extends object>(data: T): data is T & Answered<T> =>
  Object.entries(data).every(
    ([field, value]) => value !== null || optionalFields.some((optional) => optional === field),
  );
