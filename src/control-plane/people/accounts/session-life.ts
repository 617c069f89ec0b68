/** A session ends after this time even when it is used all the time, because its cookie does. */
export const maxSessionDays = 30;
