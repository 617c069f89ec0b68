/** Sets top-level keys in the text of a TOML file, as strings, and keeps everything else unchanged. */
export function setTopLevel(text: string, values: Readonly<Record<string, string>>): string {
  const firstTable = text.search(/^\s*\[/m);
  const head = firstTable < 0 ? text : text.slice(0, firstTable);
  const tables = firstTable < 0 ? '' : text.slice(firstTable);
  let edited = head;
  const added: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    const line = `${key} = ${JSON.stringify(value)}`;
    const existing = new RegExp(`^[ \\t]*${key}[ \\t]*=.*$`, 'm');
    if (existing.test(edited)) edited = edited.replace(existing, () => line);
    else added.push(`${line}\n`);
  }
  return `${added.join('')}${edited}${tables}`;
}
