/** One fault of what was sent; `path` leads to it within the arguments of an operation. */
interface Issue {
  path: readonly (string | number)[];
  message: string;
}

/** Arguments that hold the others: nobody who fills in a form knows of them. */
const wrappers: readonly (string | number)[] = ['input', 'data', 'where', 'filter'];

/** Returns what a field is called in words, such as `executor name` for `data.executorName`; numbers count from one. Pure. */
function fieldWords(path: Issue['path']): string {
  const within = wrappers.includes(path[0] ?? '') ? path.slice(1) : path;
  return within
    .map((part) =>
      typeof part === 'number'
        ? String(part + 1)
        : part
            .replace(/[GM]iB$/, '')
            .replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
            .replace(/\burl\b/, 'URL'),
    )
    .join(' ');
}

/** Returns what is wrong with a field, with the field's name where the message is only of the kind «must be …». Pure. */
export function issueText({ path, message }: Issue): string {
  const field = fieldWords(path);
  const isWhole = field === '' || !/^(must|is|are|has|may|cannot) /.test(message);
  const text = isWhole ? message : `${field} ${message}`;
  return isWhole ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
