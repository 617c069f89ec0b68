const assignment =
  /^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*((?:"(?:\\[\s\S]|[^"\\])*"[ \t]*|'[^']*'[ \t]*)*)((?:\\[\s\S]|[^\n\\])*)$/gm;
const quoted = /"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'/g;

/** Parses a file as systemd's EnvironmentFile= does: a # within a value, such as a password, starts no comment. */
export const parseEnvironmentFile = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(assignment)].map(([, key = '', inQuotes = '', bare = '']) => [
      key,
      [...inQuotes.matchAll(quoted)]
        .map(([, double, single = '']) => double?.replace(/\\(?:\n|(["\\`$]))/g, '$1') ?? single)
        .join('') + bare.trimEnd().replace(/\\(?:\n|([\s\S]))/g, '$1'),
    ]),
  );
