/** The objects that a file can rename, and `--prune` deletes. */
export interface ObjectName {
  type: 'node' | 'endpoint' | 'consumer';
  /** Of a consumer, with its endpoint: `main/electrs`. */
  name: string;
}

/** Reads a name as `moved` and `--prune` have it: `alpha` of a node, `endpoint:main`, `consumer:main/electrs`. */
export function objectName(text: string): ObjectName {
  const [, type, name = ''] = /^(endpoint|consumer):(.+)$/.exec(text) ?? [];
  return type === 'endpoint' || type === 'consumer' ? { type, name } : { type: 'node', name: text };
}

/** Returns a name as `moved` and `--prune` have it. */
export const writtenName = ({ type, name }: { type: string; name: string }): string =>
  type === 'node' ? name : `${type}:${name}`;

/** Returns the names of one type. */
export const namesOf = (type: ObjectName['type'], texts: readonly string[]): string[] => [
  ...new Set(texts.map(objectName).flatMap((each) => (each.type === type ? [each.name] : []))),
];

/** Returns the previous names of the objects of one type that a file renames, by their names in the file. */
export const previousNames = (
  type: ObjectName['type'],
  moved: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(moved).flatMap(([from, to]) => {
      const previous = objectName(from);
      return previous.type === type ? [[to, previous.name] as const] : [];
    }),
  );

export const consumerName = (endpoint: string, consumer: string): string => `${endpoint}/${consumer}`;
