import { isSecretKey } from '../secret-keys.ts';

/** One line of a bitcoin.conf. */
export interface ParsedLine {
  /** Starts with 1. */
  number: number;
  /** For people: without secrets, and shortened. */
  text: string;
  /** Null for a blank line, a comment, a section's header, and a line that bitcoind cannot parse. */
  setting: ConfSetting | null;
  /** Why the line cannot be read; null if it can. */
  fault: string | null;
  /** The section that starts with this line; null if none does. */
  header: string | null;
}

/** A setting as bitcoind reads it (InterpretKey in src/common/args.cpp). */
export interface ConfSetting {
  /** The network that it is for; empty for every network. */
  section: string;
  /** Without network and without `no`. */
  base: string;
  /** Whether it has the prefix `no`. */
  negated: boolean;
  value: string;
}

export const confBounds = { characters: 65_536, lines: 2000 } as const;

/** Longer than a key and a value of an override together. */
const maxLine = 4500;
const maxShown = 160;

/** Splits a file into lines as bitcoind does (GetConfigOptions in src/common/config.cpp). A byte-order mark is dropped. */
export function parseConf(text: string): ParsedLine[] {
  let section: string | null = null;
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  // A line break at the end starts no further line.
  if (lines.at(-1) === '') lines.pop();
  return lines.map((raw, index): ParsedLine => {
    const line: ParsedLine = { number: index + 1, text: shownLine(raw), setting: null, fault: null, header: null };
    if (raw.length > maxLine) return { ...line, fault: `longer than ${maxLine} characters` };
    const [before = ''] = raw.split('#', 1);
    const plain = trim(before);
    if (plain === '') return line;
    if (plain.startsWith('[') && plain.endsWith(']')) {
      section = plain.slice(1, -1);
      return { ...line, header: section };
    }
    if (plain.startsWith('-'))
      return { ...line, fault: 'bitcoind does not start with it: an option in the file has no leading dash' };
    const at = plain.indexOf('=');
    if (at < 0) return { ...line, fault: withoutValue(plain) };
    return { ...line, setting: readSetting(section, trim(plain.slice(0, at)), trim(plain.slice(at + 1))) };
  });
}

/** The blanks that bitcoind removes. */
const trim = (text: string): string => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

const withoutValue = (text: string): string =>
  `bitcoind does not start with it: a setting has the form KEY=VALUE, and a comment starts with #${
    /^no[a-z]+$/.test(text) ? `; to turn an option off, write ${text}=1` : ''
  }`;

function readSetting(section: string | null, key: string, value: string): ConfSetting {
  const full = section === null ? key : `${section}.${key}`;
  const dot = full.indexOf('.');
  const name = full.slice(dot + 1);
  const negated = name.startsWith('no');
  return { section: dot < 0 ? '' : full.slice(0, dot), base: negated ? name.slice(2) : name, negated, value };
}

/** Keys whose values may hold a password: a command line, or an address with one. */
const mayHoldSecret = (key: string): boolean => isSecretKey(key) || /notify$|^signer$/i.test(key);

/**
 * Returns a line without its secrets: also in comments and in lines that bitcoind cannot parse, because a setting that
 * was switched off still holds its password.
 */
function shownLine(line: string): string {
  const raw = line.slice(0, 2 * maxShown);
  // The key is what stands before the first equals sign, colon or blank, behind comment signs and dashes.
  const parts = /^([\s#;/-]*)([^\s=:]+)(\s*[=:\s]\s*)(.*)$/s.exec(raw);
  const [, lead = '', key = '', sign = '', value = ''] = parts ?? [];
  const isSecret = parts !== null && value !== '' && mayHoldSecret(key);
  const plain = isSecret ? `${lead}${key}${sign}(hidden)` : hideInside(raw);
  return plain.length > maxShown ? `${plain.slice(0, maxShown - 1)}…`.toWellFormed() : plain;
}

/** Hides passwords of addresses, and of settings further on in a line. */
const hideInside = (text: string): string =>
  text
    .replace(/(:\/\/[^\s/:@]*):[^\s/@]+@/g, '$1:(hidden)@')
    .replace(/(\w{0,40}(?:pass|secret|auth|token|credential)\w{0,40}\s*=\s*)\S+/gi, '$1(hidden)');
