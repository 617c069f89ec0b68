/** Control, bidirectional and invisible characters. */
const unprintable = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff]+/gu;

/** Foreign text on one line, without characters that could control a terminal or disguise text. */
export const printable = (text: string): string => text.replace(unprintable, ' ');
