/** What the API calls a field of a fleet file. */
const names: Readonly<Record<string, string>> = {
  executorId: 'host',
  executorIds: 'hosts',
  nodeIds: 'nodes',
  lowestSeverity: 'severity',
  url: 'to',
  addresses: 'to',
  chatId: 'to',
  token: 'secretFrom',
  executorLabels: 'hostLabels',
  setOverrides: 'overrides',
  unsetOverrides: 'overrides',
  'resources.memoryMiB': 'resources.memory',
  'resources.diskGiB': 'resources.disk',
  'windows.timeZone': 'timeZone',
};

/** Returns a field of a change, such as `resources.memoryMiB`, as a file calls it. */
export const fieldInFile = (field: string): string => names[field] ?? field;

/** Returns where an object of a file has what a path of its request names, such as `data`, `overrides`, `0`, `key`. */
export function pathInFile([root = '', ...path]: readonly string[], variables: object): string[] {
  const [field = '', index] = path;
  if (field === '') return [];
  const section = names[field] ?? field;
  const list: unknown = Object(Object(variables)[root])[field];
  if (!Array.isArray(list))
    return path.length === 2 ? fieldInFile(path.join('.')).split('.') : [section, ...path.slice(1)];
  const entry: unknown = list[Number(index)];
  const key: unknown = typeof entry === 'string' ? entry : Object(entry).key;
  return typeof key === 'string' ? [section, key] : [section];
}
