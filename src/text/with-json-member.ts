/**
 * Returns an object as JSON, with one more member whose value is JSON already. Parsing and writing a megabyte of it again
 * would block the process for milliseconds.
 */
export function withJsonMember(object: object, name: string, json: string): string {
  const members = JSON.stringify(object).slice(1, -1);
  return `{${members}${members === '' ? '' : ','}${JSON.stringify(name)}:${json}}`;
}
