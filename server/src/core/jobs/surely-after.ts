const SLACK_MS = 5_000

/**
 * The clocks of several servers and of the database differ a little. What is due at a moment and then asks its own clock whether
 * that moment has come would otherwise find that it has not, and nobody would ask again.
 */
export const surelyAfter = (moment: Date): Date => new Date(moment.getTime() + SLACK_MS)
