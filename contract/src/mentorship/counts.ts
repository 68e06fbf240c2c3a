/** Never negative, even if completed sessions were removed from the schedule. */
export const remainingSessions = ({ totalSessions, completedSessions }: { totalSessions: number; completedSessions: number }) =>
  Math.max(0, totalSessions - completedSessions)
