import * as z from 'zod';
import { jsonOrNull } from '../../text/json-or-null.ts';
import type { CallAnswer } from '../rpc/write-answer.ts';

/**
 * Reads answers without parsing results, so that their numbers stay as the daemon wrote them and large ones cost little.
 * The keys of an item have one order since the first version: result, error, id (JSONRPCReplyObj in src/rpc/request.cpp).
 */

const resultHead = '{"result":';
const errorHead = '{"result":null,"error":';
const resultTail = (id: number): string => `,"error":null,"id":${id}}`;
const errorTail = (id: number): string => `,"id":${id}}`;

const errorShape = z.object({ code: z.number() });

/** Returns the answers to calls with the ids 0, 1, …; null if the text is something else. */
export function readAnswers(text: string, count: number): CallAnswer[] | null {
  const items = splitItems(text);
  if (items?.length !== count) return null;
  const answers = items.map(readItem);
  return answers.includes(null) ? null : (answers as CallAnswer[]);
}

function readItem(item: string, id: number): CallAnswer | null {
  const tail = resultTail(id);
  if (item.startsWith(resultHead) && item.endsWith(tail))
    return { result: item.slice(resultHead.length, item.length - tail.length) };
  if (!item.startsWith(errorHead) || !item.endsWith(errorTail(id))) return null;
  const error = item.slice(errorHead.length, item.length - errorTail(id).length);
  const { data } = errorShape.safeParse(jsonOrNull(error));
  return data === undefined ? null : { error, code: data.code };
}

/** Splits the text of an array into the texts of its items; null if it is no array. The items are not checked. */
export function splitItems(text: string): string[] | null {
  const end = text.trimEnd().length - 1;
  if (text[0] !== '[' || text[end] !== ']') return null;
  const items: string[] = [];
  let [depth, start] = [0, 1];
  for (let at = 1; at < end; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openingBracket:
      case openingBrace:
        depth++;
        break;
      case closingBracket:
      case closingBrace:
        depth--;
        break;
      case comma:
        if (depth > 0) break;
        items.push(text.slice(start, at));
        start = at + 1;
    }
    if (depth < 0) return null;
  }
  return depth === 0 ? [...items, text.slice(start, end)] : null;
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/** What comes before the result of a first call. */
export const streamHead = `[${resultHead}`;

/** Longer than everything after the result of a streamed call. */
export const streamTailBytes = 256;

const streamTail = /,"error":null,"id":0\},\{"result":"([0-9a-f]{64})","error":null,"id":1\}\]\s*$/;

/** Reads the end of a streamed answer, whose second call asked for the tip: the rest of the result, and the tip's hash. */
export function readStreamTail(text: string): { rest: string; tip: string } | null {
  const found = streamTail.exec(text);
  return found?.[1] === undefined ? null : { rest: text.slice(0, found.index), tip: found[1] };
}
