/** Never below nothing, also where a session was taken out of the schedule. */
export const remainingSessions = ({ totalSessions, completedSessions }: { totalSessions: number; completedSessions: number }) =>
  Math.max(0, totalSessions - completedSessions)
