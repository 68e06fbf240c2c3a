export const GROUP_MAX_MENTEES = 10
/** Including the mentor and the pair manager. */
export const GROUP_MAX_PEOPLE = GROUP_MAX_MENTEES + 2
