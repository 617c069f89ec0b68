/** Control characters, those that change the direction of the text that follows, and those that nobody sees. */
const unprintable = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff]+/gu;

/** Foreign text on one line, without the characters that could take over a terminal or make a text look like another. */
export const printable = (text: string): string => text.replace(unprintable, ' ');
