import { aboutFile, buildAccounts, drawing, sessionFile } from './programme-folder.ts'

const both = (en: string, hi: string) => ({ en, hi })
const [pairs, circle] = aboutFile.projects

export const mentorshipSessionFile = (key: string, changes: object = {}) => ({
  ...sessionFile,
  key,
  cover: undefined,
  isLearningHub: false,
  projects: undefined,
  steps: [
    { key: 'first', durationMinutes: 5, title: both('First', 'पहला') },
    { key: 'second', durationMinutes: 10, title: both('Second', 'दूसरा') },
  ],
  ...changes,
})

const mentorshipSessionFolder = (number: string, key: string) => ({
  [`sessions/${number}-${key}/session.json`]: mentorshipSessionFile(key),
  [`sessions/${number}-${key}/overview.md`]: 'Together.\n',
  [`sessions/${number}-${key}/overview.hi.md`]: 'साथ-साथ।\n',
  [`sessions/${number}-${key}/steps/first.md`]: 'One.\n',
  [`sessions/${number}-${key}/steps/first.hi.md`]: 'एक।\n',
  [`sessions/${number}-${key}/steps/second.md`]: 'Two.\n',
  [`sessions/${number}-${key}/steps/second.hi.md`]: 'दो।\n',
})

export const schedule = [{ session: 'walk-together' }, { session: 'one-goal', days: 21 }]
export const scheduled = (changes: object = {}) => ({
  ...aboutFile,
  projects: [
    { ...pairs, schedule, ...changes },
    { ...circle, schedule: schedule.slice(0, 1) },
  ],
})

export const screensFile = {
  finding_matches: {
    title: both('We are looking', 'हम ढूँढ रहे हैं'),
    description: both('It takes two weeks.', 'दो हफ़्ते लगते हैं।'),
    image: 'screen-finding.svg',
  },
  potential_match: { title: both('Somebody may fit', 'कोई है'), description: both('Have a look.', 'देखिए।') },
  awaiting_mentor_response: { title: both('One answer', 'एक जवाब'), description: both('It is on its way.', 'आ रहा है।') },
  group_hold: { title: both('Your group', 'आपका समूह'), description: both('It comes together.', 'बन रहा है।') },
}

export const address = (name: string) => `${name}@saathi.example`
const person = (name: string, changes: object) => ({ email: address(name), learning: [], bookmarks: [], ...changes })
export const people = [
  person('asha', {}),
  person('ravi', { role: 'Mentor' }),
  person('nisha', {}),
  person('anita', { role: 'PairManager', project: undefined }),
  person('meera', { role: 'GroupMentor', project: 'circle' }),
  person('divya', { role: 'GroupMentee', project: 'circle' }),
  person('imran', { role: 'GroupMentee', project: 'circle' }),
]

export const memberProgress = {
  who: address('asha'),
  session: 'walk-together',
  startedDaysAgo: 8,
  at: '18:30',
  stepsDone: 'all',
  answersAllRight: false,
  rating: 4,
}
export const pair = {
  project: 'pairs',
  mentor: address('ravi'),
  mentees: [address('asha')],
  pairManager: address('anita'),
  startedDaysAgo: 10,
  walked: [memberProgress, { who: address('ravi'), session: 'one-goal', startedDaysAgo: 2, at: '21:00', stepsDone: 1 }],
}
export const group = {
  project: 'circle',
  mentor: address('meera'),
  mentees: [address('divya'), address('imran')],
  startedDaysAgo: 40,
  endedDaysAgo: 5,
}

/** Valid mentorship files of a programme. */
export const mentorshipFiles = () => ({
  'programme.json': scheduled(),
  ...mentorshipSessionFolder('02', 'walk-together'),
  ...mentorshipSessionFolder('03', 'one-goal'),
  'screens.json': screensFile,
  'media/screen-finding.svg': drawing('#556677'),
  'accounts.json': buildAccounts(...people),
  'mentorships.json': { mentorships: [pair, group] },
})
