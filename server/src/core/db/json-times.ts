/** A time in JSON built by PostgreSQL. Columns are read as dates, but times inside JSON as text. */
export const toTime = (text: string | null): Date | null => (text === null ? null : new Date(text))
