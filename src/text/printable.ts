/** Control characters, and those that change the direction of the text that follows. */
const unprintable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Foreign text on one line, without the characters that could take over a terminal or make a text look like another. */
export const printable = (text: string): string => text.replace(unprintable, ' ');
