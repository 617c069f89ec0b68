/** Whether a text is a UUID. What is none names nothing here, and PostgreSQL would answer it with an error. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
