/** One setting as bitcoind would take it from a file. */
export interface ReadSetting {
  section: string;
  key: string;
  value: string;
  negated: boolean;
}

/** Parses a bitcoin.conf as bitcoind does (GetConfigOptions, InterpretKey), independently of the code under test. */
export function readConf(text: string): ReadSetting[] {
  const settings: ReadSetting[] = [];
  let prefix = '';
  for (const raw of text.split('\n')) {
    const hash = raw.indexOf('#');
    const line = (hash < 0 ? raw : raw.slice(0, hash)).replace(/^[ \f\n\r\t\v]+|[ \f\n\r\t\v]+$/g, '');
    if (line === '') continue;
    if (line.startsWith('[') && line.endsWith(']')) {
      prefix = `${line.slice(1, -1)}.`;
      continue;
    }
    const at = line.indexOf('=');
    if (at < 0 || line.startsWith('-')) throw new Error(`bitcoind would refuse the line ${JSON.stringify(line)}`);
    let key = prefix + line.slice(0, at).replace(/[ \f\n\r\t\v]+$/, '');
    const value = line.slice(at + 1).replace(/^[ \f\n\r\t\v]+/, '');
    const dot = key.indexOf('.');
    const section = dot < 0 ? '' : key.slice(0, dot);
    if (dot >= 0) key = key.slice(dot + 1);
    const negated = key.startsWith('no');
    settings.push({ section, key: negated ? key.slice(2) : key, value, negated });
  }
  return settings;
}
