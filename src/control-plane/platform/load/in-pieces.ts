/** Divides items into lists, in their order, of which each is at most `maxSize` large or has one item. */
export function* inPieces<T>(items: Iterable<T>, maxSize: number, sizeOf: (item: T) => number): Generator<T[]> {
  let piece: T[] = [];
  let size = 0;
  for (const item of items) {
    const added = sizeOf(item);
    if (piece.length > 0 && size + added > maxSize) {
      yield piece;
      piece = [];
      size = 0;
    }
    piece.push(item);
    size += added;
  }
  if (piece.length > 0) yield piece;
}
