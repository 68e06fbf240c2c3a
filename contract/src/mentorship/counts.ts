export const GROUP_MAX_MENTEES = 10
/** With the mentor and the pair manager. */
export const GROUP_MAX_PEOPLE = GROUP_MAX_MENTEES + 2

/** Never below nothing, also where a session was taken out of the schedule. */
export const remainingSessions = ({ totalSessions, completedSessions }: { totalSessions: number; completedSessions: number }) =>
  Math.max(0, totalSessions - completedSessions)
