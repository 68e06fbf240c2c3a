/** A time in JSON that PostgreSQL has built. Columns of their own come as dates, parts of JSON as text. */
export const toTime = (text: string | null): Date | null => (text === null ? null : new Date(text))
