/** A domain may import only earlier ones and reaches later ones by events. `dev` may import any and is absent in production. */
export const domains = [
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
  'safety',
  'worklist',
  'staff',
  'programme',
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
  'Viewer',
]
