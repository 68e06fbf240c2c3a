/** Reminders of something about to start or end. */
const reminders = new Set(['calendarReminder', 'matchReminder'])

/** Somebody may be in danger: people who can help are notified by every means and cannot switch that off. */
const alarms = new Set(['memberInDanger'])

type Order = { kind: string; template: string }

export const isAlarm = ({ template }: { template: string }): boolean => alarms.has(template)

/** Cannot wait for the morning: keeps a person or an account safe, rings now, or is a reminder. */
export const isUrgent = ({ kind, template }: Order): boolean =>
  kind === 'security' || kind === 'calls' || isAlarm({ template }) || reminders.has(template)

/** Mails that are useless later: alarms, security, reminders, or with a calendar attachment. */
export const isMailedAtOnce = ({ kind, template, calendarFile }: Order & { calendarFile?: string | undefined }): boolean =>
  kind === 'security' || isAlarm({ template }) || reminders.has(template) || calendarFile !== undefined
