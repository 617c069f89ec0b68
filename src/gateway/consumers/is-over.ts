/** Whether a time has come. `now`: milliseconds since the Unix epoch. */
export const isOver = (time: string | undefined, now: number): boolean => time !== undefined && Date.parse(time) <= now;
