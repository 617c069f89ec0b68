// The package describes its parts in 177 kB of JSON, which Node parses anew for each import of it: two hundred of them took a quarter of the
// processor time of a start. The few of rooms below this one do not matter.
export * from 'drizzle-orm';
