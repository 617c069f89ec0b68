/** Foreign text on one line, without the control characters that could take over a terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
