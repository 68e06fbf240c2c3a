const SLACK_MS = 5_000

/**
 * The clocks of servers and database differ a little. A job that is due at a moment and then compares it with its own clock could
 * find that it is too early, and would not run again.
 */
export const withClockSlack = (moment: Date): Date => new Date(moment.getTime() + SLACK_MS)
