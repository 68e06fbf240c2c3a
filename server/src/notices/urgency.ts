/** Of what is about to begin or to end. */
const reminders = new Set(['calendarReminder', 'matchReminder'])

/** Somebody may be in danger: people who can help are notified by every means and cannot switch that off. */
const alarms = new Set(['memberInDanger'])

type Order = { kind: string; template: string }

export const isAlarm = ({ template }: { template: string }): boolean => alarms.has(template)

/** What cannot wait for the morning: it keeps somebody or an account safe, rings now, or reminds. */
export const isUrgent = ({ kind, template }: Order): boolean =>
  kind === 'security' || kind === 'calls' || isAlarm({ template }) || reminders.has(template)

/** A mail that is of no use later: an alarm, of security, a reminder, or with something for the reader's own calendar. */
export const mailsAtOnce = ({ kind, template, calendarFile }: Order & { calendarFile?: string | undefined }): boolean =>
  kind === 'security' || isAlarm({ template }) || reminders.has(template) || calendarFile !== undefined
