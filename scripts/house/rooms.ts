/** Calls go down this list, events go up it. `dev` is not a room of the product and comes after all of them. */
export const rooms = [
  'accounts',
  'notices',
  'help',
  'questions',
  'content',
  'feed',
  'learning',
  'surveys',
  'mentorship',
  'matching',
  'calendar',
  'chat',
  'video',
  'staff',
  'dev',
]

export const roleNames = [
  'Mentee',
  'Mentor',
  'GroupMentee',
  'GroupMentor',
  'Admin',
  'ProgramManager',
  'PairManager',
  'Author',
  'SafeguardingLead',
]
