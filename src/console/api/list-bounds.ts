/** The largest page that the control plane gives. */
export const largestPage = 500;

/** The longest list that a page shows; who has more filters. */
export const longestList = 5000;
