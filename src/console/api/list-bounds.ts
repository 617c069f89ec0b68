/** The longest list that a page shows; who has more filters. */
export const longestList = 5000;
