import type { NextFacts, NextPartner, NextSession, NextMentorshipSession } from '@saathi/contract/accounts/next-facts'

/** A person with nothing to do. */
export const makeFacts = (changes: Partial<NextFacts> = {}): NextFacts => ({
  side: 'mentee',
  mentorship: 'off',
  internship: 'off',
  survey: null,
  hub: { isOpen: true, completed: 0, needed: 5, ongoing: null, next: null },
  matching: { status: null, offers: 0, decideBy: null, awaitsApproval: false },
  partners: [],
  walks: [],
  looksAfter: false,
  hadMentorship: false,
  streak: null,
  meeting: null,
  call: null,
  ...changes,
})

export const makeNextSession = (changes: Partial<NextSession> = {}): NextSession => ({
  id: 8,
  title: 'Fly a kite',
  banner: null,
  color: '#8699F4',
  minutesLeft: 20,
  ...changes,
})

export const makePartner = (changes: Partial<NextPartner> = {}): NextPartner => ({
  mentorship: 40,
  userId: 2,
  firstName: 'Ravi',
  fullName: 'Ravi Kumar',
  displayPicture: null,
  part: 'mentor',
  people: 1,
  startedAt: new Date().toISOString(),
  channel: 70,
  hasWritten: true,
  isNew: false,
  choseEachOther: false,
  ...changes,
})

export const makeWalk = (changes: Partial<NextMentorshipSession> = {}): NextMentorshipSession => ({
  mentorship: 40,
  session: makeNextSession({ id: 17, title: 'Two stories' }),
  endDate: new Date(Date.now() + 10 * 86_400_000).toISOString(),
  isBegun: false,
  ...changes,
})
