/** Number of distinct learning-hub sessions that unlock mentorship and internships. */
export const SESSIONS_TO_UNLOCK = 5
