import type { Member, Mentorship, MentorshipCard, MentorshipProgress } from '@saathi/contract/mentorship/entities'

let lastId = 100

/** A member for tests, with a unique id by default. */
export function member(changes: Partial<Member> = {}): Member {
  const userId = changes.userId ?? (lastId += 1)
  return {
    userId,
    userFullName: `Person ${userId}`,
    firstName: changes.userFullName?.split(' ')[0] ?? `Person ${userId}`,
    displayPicture: null,
    bio: '',
    part: 'mentee',
    isPairManager: false,
    isActive: true,
    ...changes,
  }
}

export const meera = member({ userId: 2, userFullName: 'Meera Iyer', part: 'mentor', bio: 'Product designer, Bengaluru' })

/** A pair of the reader and Meera by default. */
export function mentorship(changes: Partial<Mentorship> = {}): Mentorship {
  return {
    id: 7,
    groupType: '1to1',
    programme: 'First steps',
    isActive: true,
    startedAt: '2026-10-01T10:00:00+05:30',
    endedAt: null,
    part: 'mentee',
    partners: [meera],
    pairManager: null,
    memberCount: 2,
    otherMentees: 0,
    farewell: null,
    ...changes,
  }
}

export function walkCard(changes: Partial<MentorshipCard> = {}): MentorshipCard {
  const id = changes.id ?? (lastId += 1)
  return {
    id,
    title: `Session ${id}`,
    localeTitle: '',
    overview: '',
    localeOverview: '',
    banner: null,
    color: '#33A19D',
    tags: [],
    duration: 30,
    sessionDuration: 30,
    durationCompleted: 0,
    isBookmarked: false,
    isLearningHub: false,
    sessionStatus: 'ONGOING',
    endDate: null,
    completedSteps: 0,
    totalSteps: 5,
    mentorship: 7,
    isOpen: true,
    partnerStatus: 'NOT_STARTED',
    partnerCompletedSteps: [],
    others: { total: 0, started: 0, completed: 0 },
    badge: null,
    resumeStep: null,
    resumeNumber: null,
    ...changes,
  }
}

export function progress(changes: Partial<MentorshipProgress> = {}): MentorshipProgress {
  return {
    mentorship: 7,
    steps: [],
    partnerSteps: [],
    otherSteps: [],
    partners: [{ userId: 2, completedSessions: 6, completedQuiz: 12 }],
    completedQuiz: 11,
    totalQuiz: 24,
    completedSessions: 5,
    totalSessions: 12,
    badges: [],
    quizStreaks: [],
    quizzesThisWeek: 0,
    ...changes,
  }
}

/** The end of the day in India, this many days from now. */
export function inDays(days: number): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date(Date.now() + days * 86_400_000))
  return `${day}T23:59:00+05:30`
}
