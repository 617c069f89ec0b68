/** The field of a kind in an object with a field for each kind: `followLog` of `follow_log`. */
export type KindField<K extends string> = K extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<KindField<Rest>>}`
  : K;

export const kindField = <K extends string>(kind: K): KindField<K> =>
  kind.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as KindField<K>;

/** Returns an object with the value in the field of its kind, as an `@oneOf` input or a result with a field for each kind. */
export const inKindField = (kind: string, value: unknown): object => ({ [kindField(kind)]: value });

/** Returns the kind and the value of an `@oneOf` input, of which GraphQL has checked that exactly one field is set. */
export function kindOfInput<I extends object>(input: I): { kind: string; value: I[keyof I] } {
  const [entry] = Object.entries(input) as [string, I[keyof I]][];
  if (entry === undefined) throw new Error('an input without a field');
  const [field, value] = entry;
  return { kind: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value };
}
