/** Returns whether a client takes a content coding, by the `Accept-Encoding` header of its request. */
export const acceptsEncoding = (header: string | undefined, encoding: 'br' | 'gzip'): boolean =>
  (header ?? '').split(',').some((part) => {
    const [name, quality] = part.split(';').map((each) => each.trim());
    return name === encoding && !/^q=0(\.0*)?$/.test(quality ?? '');
  });
