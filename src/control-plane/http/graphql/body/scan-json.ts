/** A list or object longer than this, in bytes, is parsed in pieces of about this length. */
export const pieceBytes = 64 * 1024;

/** A list or object of a JSON text that is longer than a piece. Positions are in bytes. */
export interface LongSpan {
  start: number;
  /** Behind its closing bracket. */
  end: number;
  isList: boolean;
  /** Commas at which it can be divided; a long span inside of it stands alone between two of them. */
  cuts: number[];
  inner: LongSpan[];
}

interface Open {
  start: number;
  isList: boolean;
  cuts: number[];
  inner: LongSpan[];
  lastComma: number;
  /** Cut at the next comma, because a long span has just ended. */
  cutsNext: boolean;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Looks at a JSON text while it arrives: how much is in it, and where it can be divided. Does not check it; whatever
 * reads the pieces does.
 */
export class JsonScan {
  /** A list or object counts as one more. */
  values = 1;
  /** Maximum number of nested lists and objects. */
  depth = 0;
  /** Undefined if the text has no list or object that is longer than a piece. */
  root: LongSpan | undefined;
  /** False if brackets or quotes do not match. */
  isBalanced = true;
  readonly #open: Open[] = [];
  #position = 0;
  #isText = false;
  #isEscaped = false;

  /** Bytes above 127 occur only inside of texts. */
  add(chunk: Uint8Array): void {
    const { length } = chunk;
    for (let index = 0; index < length; index++) {
      const byte = chunk[index];
      if (this.#isText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#isText = false;
      } else if (byte === quote) this.#isText = true;
      else if (byte === comma) this.#atComma(this.#position + index);
      else if (byte === openList || byte === openObject) this.#atOpen(this.#position + index, byte === openList);
      else if (byte === closeList || byte === closeObject) this.#atClose(this.#position + index, byte === closeList);
    }
    this.#position += length;
  }

  end(): void {
    if (this.#isText || this.#open.length > 0) this.isBalanced = false;
  }

  #atOpen(start: number, isList: boolean): void {
    this.values++;
    this.#open.push({ start, isList, cuts: [], inner: [], lastComma: start, cutsNext: false });
    if (this.#open.length > this.depth) this.depth = this.#open.length;
  }

  #atComma(position: number): void {
    this.values++;
    const open = this.#open.at(-1);
    if (open === undefined) {
      this.isBalanced = false;
      return;
    }
    open.lastComma = position;
    if (!open.cutsNext && position - (open.cuts.at(-1) ?? open.start) < pieceBytes) return;
    open.cutsNext = false;
    open.cuts.push(position);
  }

  #atClose(position: number, isList: boolean): void {
    const open = this.#open.pop();
    if (open === undefined || open.isList !== isList) {
      this.isBalanced = false;
      return;
    }
    if (position + 1 - open.start <= pieceBytes) return;
    const { start, cuts, inner } = open;
    const span = { start, end: position + 1, isList, cuts, inner };
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      if (this.root !== undefined) this.isBalanced = false;
      this.root ??= span;
      return;
    }
    // Its own bracket at first, which is no cut.
    if (parent.lastComma > (parent.cuts.at(-1) ?? parent.start)) parent.cuts.push(parent.lastComma);
    parent.inner.push(span);
    parent.cutsNext = true;
  }
}
