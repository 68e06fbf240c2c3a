import type { Experiences, Profile } from '@saathi/contract/accounts/entities'
import { listCalendarEvents } from '@saathi/contract/calendar/calls'
import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import {
  getMentorshipProgress,
  listMentorships,
  listMentorshipSessions,
  listMyMentorshipSessions,
} from '@saathi/contract/mentorship/calls'
import type { Mentorship, MentorshipCard, MentorshipProgress } from '@saathi/contract/mentorship/entities'
import { answer, makeProfile, showApp } from '../../../test/harness.tsx'
import { mentorship, progress } from '../mentorship.fake.ts'

type HomeData = {
  mentorships?: Mentorship[]
  mine?: MentorshipCard[]
  open?: MentorshipCard[]
  progress?: MentorshipProgress
  events?: CalendarEvent[]
}

/** A fake server with one reader's mentorships; its data may change while a page is open. */
export function answerHome(changes: HomeData = {}) {
  const held: Required<HomeData> = {
    mentorships: [mentorship()],
    mine: [],
    open: [],
    progress: progress(),
    events: [],
    ...changes,
  }
  answer(listMentorships, () => ({ mentorships: held.mentorships }))
  // Cards belong to the requested mentorship.
  const listed = (cards: MentorshipCard[], of: number | undefined) => ({
    sessions: cards.map((card) => ({ ...card, mentorship: of ?? card.mentorship })),
  })
  const lists = answer(listMyMentorshipSessions, ({ query }) => listed(held.mine, query.mentorship))
  answer(listMentorshipSessions, ({ query }) =>
    listed(query.notStarted ? held.open : [...held.mine, ...held.open], query.mentorship),
  )
  answer(getMentorshipProgress, () => held.progress)
  answer(listCalendarEvents, ({ params }) => ({
    events: held.events.filter((event) => event.mentorship === params.mentorshipId),
    next: null,
    sessions: [],
  }))
  return { held, lists: lists.inputs }
}

export function personWith(flags: Partial<Experiences>, changes: Partial<Profile> = {}): Profile {
  const profile = makeProfile({ displayName: 'Asha', ...changes })
  return { ...profile, status: { ...profile.status, experiences: { ...profile.status.experiences, ...flags } } }
}

export const showHome = (path = '/mentorship', profile = personWith({ curriculum: 'use' })) => showApp({ profile, path })
