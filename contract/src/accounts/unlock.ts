/** So many distinct learning-hub sessions completed open what the programme holds back. */
export const SESSIONS_TO_UNLOCK = 5
