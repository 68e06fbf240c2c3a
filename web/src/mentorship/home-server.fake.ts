import type { Experiences, Profile } from '@saathi/contract/accounts/entities'
import {
  getMentorshipProgress,
  listMentorships,
  listMentorshipSessions,
  listMyMentorshipSessions,
} from '@saathi/contract/mentorship/calls'
import type { Mentorship, MentorshipCard, MentorshipProgress } from '@saathi/contract/mentorship/entities'
import { answer, makeProfile, showApp } from '../../test/harness.tsx'
import { mentorship, progress } from './mentorship.fake.ts'

type Held = { mentorships?: Mentorship[]; mine?: MentorshipCard[]; open?: MentorshipCard[]; progress?: MentorshipProgress }

/** A server that knows one reader's mentorships; what it knows may change while a page is open. */
export function answerHome({ mentorships = [mentorship()], mine = [], open = [], progress: walked = progress() }: Held = {}) {
  const held = { mentorships, mine, open, progress: walked }
  answer(listMentorships, () => ({ mentorships: held.mentorships }))
  const lists = answer(listMyMentorshipSessions, () => ({ sessions: held.mine }))
  answer(listMentorshipSessions, ({ query }) => ({ sessions: query.notStarted ? held.open : [...held.mine, ...held.open] }))
  answer(getMentorshipProgress, () => held.progress)
  return { held, lists: lists.inputs }
}

export function personWith(flags: Partial<Experiences>, given: Partial<Profile> = {}): Profile {
  const profile = makeProfile({ displayName: 'Asha', ...given })
  return { ...profile, status: { ...profile.status, experiences: { ...profile.status.experiences, ...flags } } }
}

export const showHome = (path = '/mentorship', profile = personWith({ curriculum: 'use' })) => showApp({ profile, path })
