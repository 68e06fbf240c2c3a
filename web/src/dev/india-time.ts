const format = new Intl.DateTimeFormat('en-IN', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'Asia/Kolkata' })

export const indiaTime = (time: string): string => format.format(new Date(time))

/** A datetime-local field has no time zone; here it always means India. */
export const fromIndiaField = (field: string): string => new Date(`${field}+05:30`).toISOString()
