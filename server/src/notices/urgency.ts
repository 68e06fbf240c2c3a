/** Of what is about to begin or to end. */
const reminders = new Set(['calendarReminder', 'matchReminder'])

type Order = { kind: string; template: string }

/** What cannot wait for the morning: it keeps an account safe, rings now, or reminds. */
export const isUrgent = ({ kind, template }: Order): boolean => kind === 'security' || kind === 'calls' || reminders.has(template)

/** A mail that is of no use later: of security, a reminder, or with something for the reader's own calendar. */
export const mailsAtOnce = ({ kind, template, calendarFile }: Order & { calendarFile?: string | undefined }): boolean =>
  kind === 'security' || reminders.has(template) || calendarFile !== undefined
