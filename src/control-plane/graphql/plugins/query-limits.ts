import { type DocumentNode, type GraphQLSchema, Lexer, Source, TokenKind } from 'graphql';
import { measureDocument } from './cost.ts';
import { invalidQuery } from './errors.ts';

const longestText = 32 * 1024;
const mostTokens = 4000;
/** Brackets in brackets. The parser and what comes after it call themselves for each. */
const deepestNesting = 100;
const deepestFields = 12;
const mostFields = 300;
const highestCost = 1_000_000;

/** Throws `invalid_input` for a query that is too large to be parsed. Takes a time that grows with the text and no faster. */
export function checkText(text: string): void {
  if (text.length > longestText)
    throw invalidQuery(`the query is longer than ${longestText / 1024} KiB; use variables`);
  const lexer = new Lexer(new Source(text));
  let tokens = 0;
  let nesting = 0;
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
    if (++tokens > mostTokens) throw invalidQuery(`the query has more than ${mostTokens} words; use variables`);
    if (kind === TokenKind.BRACE_L || kind === TokenKind.BRACKET_L || kind === TokenKind.PAREN_L) nesting++;
    if (kind === TokenKind.BRACE_R || kind === TokenKind.BRACKET_R || kind === TokenKind.PAREN_R) nesting--;
    if (nesting > deepestNesting) throw invalidQuery(`the query is nested deeper than ${deepestNesting} brackets`);
  }
}

/** Throws `invalid_input` for a query that is so deep, wide or dear that answering it, or only validating it, would hold up everybody else. */
export function checkQuery(schema: GraphQLSchema, document: DocumentNode): void {
  const { depth, fields, cost } = measureDocument(schema, document);
  if (depth > deepestFields) throw invalidQuery(`the query is deeper than ${deepestFields} levels`);
  if (fields > mostFields) throw invalidQuery(`the query asks for more than ${mostFields} fields`);
  if (cost > highestCost) {
    throw invalidQuery('the query asks for too much at once: take fewer, or fewer lists within lists');
  }
}
