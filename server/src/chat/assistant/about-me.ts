import type { NextFacts, NextMentorshipSession, NextPartner, NextSession } from '@saathi/contract/accounts/next-facts'
import { goalOf } from '@saathi/contract/accounts/next-step'
import { type AnswerCard, type AnswerLink, OPENS_HELP } from '@saathi/contract/chat/assistant'
import { indiaDate } from '@saathi/contract/core/india-day'
import type { Intent } from './intents.ts'
import type { Speaker } from './speaker.ts'

/** A text with cards; `cards` is empty if there is nothing to open. */
export type CardAnswer = { text: string; cards: AnswerCard[] }
type Parts = { facts: NextFacts; speaker: Speaker; now: Date }

const PEOPLE_SHOWN = 3

const card = (look: AnswerCard['look'], title: string, text: string, links: AnswerLink[], personId?: number): AnswerCard => ({
  look,
  title,
  text,
  person_id: personId ?? null,
  links: links.slice(0, 2),
})

/** Answers from the facts that the pages show this person, and from nothing else. Null if the product has no such thing for them. */
export function answerAbout(intent: Intent, parts: Parts): CardAnswer | null {
  switch (intent) {
    case 'next-call':
      return nextCall(parts)
    case 'people':
      return people(parts)
    case 'due':
      return due(parts)
    case 'progress':
      return progress(parts)
    case 'unlock':
      return unlock(parts)
    case 'survey':
      return survey(parts)
    case 'other-partner':
      return otherPartner(parts)
    case 'report':
      return report(parts)
    case 'team':
      return team(parts)
  }
}

const isOne = (partner: NextPartner | undefined): partner is NextPartner => partner?.people === 1

function writeTo(partner: NextPartner | undefined, { say }: Speaker): AnswerLink[] {
  if (!partner || partner.channel === null) return []
  return [{ label: say('assistant.link.write', { name: partner.firstName }), to: `/chat/messenger?channel=${partner.channel}` }]
}

function nextCall({ facts, speaker, now }: Parts): CardAnswer | null {
  const { say, date, time, days } = speaker
  const { call, meeting, partners } = facts
  if (call) {
    const [name = ''] = call.names
    const join = { label: say('assistant.link.join'), to: `/video/join-meeting/${call.room}` }
    return { text: say('assistant.callNow', { name }), cards: [card('call', say('assistant.callWith', { name }), '', [join])] }
  }
  if (meeting) {
    const { at, title, mentorship } = meeting
    const partner = partners.find((each) => each.mentorship === mentorship)
    const heading = isOne(partner) ? say('assistant.callWith', { name: partner.firstName }) : title
    const place = `/mentorship?mentorship=${mentorship}&calendar=${indiaDate(new Date(at))}`
    const links = [{ label: say('assistant.link.calendar'), to: place }, ...writeTo(partner, speaker)]
    return {
      text: say('assistant.callAt', { date: date(at), time: time(at), when: days(at, now) }),
      cards: [card('call', heading, `${date(at)}, ${time(at)}`, links, isOne(partner) ? partner.userId : undefined)],
    }
  }
  const [partner] = partners
  if (!partner) return facts.mentorship === 'off' ? null : joined(say('assistant.callNone'), unlock({ facts, speaker, now }))
  const calendar = { label: say('assistant.link.calendar'), to: `/mentorship?mentorship=${partner.mentorship}` }
  return {
    text: say('assistant.callNone'),
    cards: [card('call', partner.fullName, '', [calendar, ...writeTo(partner, speaker)], partner.userId)],
  }
}

const joined = (text: string, more: CardAnswer | null): CardAnswer => ({
  text: more ? `${text} ${more.text}` : text,
  cards: more?.cards ?? [],
})

function people({ facts, speaker, now }: Parts): CardAnswer | null {
  const { say } = speaker
  if (facts.partners.length === 0) return withoutPartner({ facts, speaker, now })
  const shown = facts.partners.slice(0, PEOPLE_SHOWN)
  return {
    text: shown
      .map(({ part, people: count, fullName: name }) =>
        part === 'mentor' ? say('assistant.mentor', { name }) : say('assistant.mentee', { name, count }),
      )
      .join(' '),
    cards: shown.map((partner) => personCard(partner, speaker)),
  }
}

function personCard(partner: NextPartner, speaker: Speaker): AnswerCard {
  const profile = { label: speaker.say('assistant.link.profile'), to: `/mentorship/partner/${partner.userId}` }
  return card('person', partner.fullName, '', [...writeTo(partner, speaker), profile], partner.userId)
}

/** The progress of the search for a partner, or what is needed before it starts. */
function withoutPartner(parts: Parts): CardAnswer | null {
  const { facts, speaker } = parts
  const { say } = speaker
  const { matching, mentorship } = facts
  const matches = { label: say('assistant.link.matches'), to: '/mentorship?matching=1' }
  if (matching.offers > 0) {
    const text = say('assistant.offers', { count: matching.offers })
    return { text, cards: [card('person', say('assistant.link.matches'), '', [matches])] }
  }
  if (matching.status === 'ON_HOLD' || matching.status === 'GROUP_HOLD') {
    return { text: say('assistant.awaits'), cards: [card('person', say('assistant.link.matches'), '', [matches])] }
  }
  if (matching.status === 'READY' && !matching.awaitsApproval) return { text: say('assistant.looking'), cards: [] }
  if (mentorship === 'off') return null
  if (mentorship === 'show') return joined(say('assistant.nobody'), unlock(parts))
  return joined(say('assistant.nobody'), facts.survey ? survey(parts) : null)
}

const minutesLeft = ({ say }: Speaker, { minutesLeft: minutes }: NextSession) => say('assistant.minutes', { minutes })

function hubCard(session: NextSession, isBegun: boolean, speaker: Speaker): AnswerCard {
  const label = speaker.say(isBegun ? 'assistant.link.go' : 'assistant.link.start')
  const link = { label, to: `/session/sessionintroduction/${session.id}` }
  return card('session', session.title, minutesLeft(speaker, session), [link])
}

function courseCard({ session, mentorship, isBegun, endDate }: NextMentorshipSession, speaker: Speaker): AnswerCard {
  const { say, date } = speaker
  const label = say(isBegun ? 'assistant.link.go' : 'assistant.link.start')
  const to = `/mentorship/${session.id}/${isBegun ? 'summary' : 'sessionintro'}?mentorship=${mentorship}`
  const text = `${say('assistant.dueDate', { date: date(endDate) })} · ${minutesLeft(speaker, session)}`
  return card('session', session.title, text, [{ label, to }])
}

function due(parts: Parts): CardAnswer {
  const { facts, speaker, now } = parts
  const { say, date } = speaker
  const [first] = facts.walks.toSorted((one, other) => one.endDate.localeCompare(other.endDate))
  if (first) {
    const isLate = new Date(first.endDate) < now
    const values = { title: first.session.title, date: date(first.endDate) }
    return { text: say(isLate ? 'assistant.dueLate' : 'assistant.dueOn', values), cards: [courseCard(first, speaker)] }
  }
  if (facts.survey) return survey(parts)
  const { ongoing, next, isOpen } = facts.hub
  const session = ongoing ?? next
  if (!isOpen || !session) return { text: say('assistant.dueNone'), cards: [] }
  return { text: say('assistant.dueNext', { title: session.title }), cards: [hubCard(session, ongoing !== null, speaker)] }
}

function progress({ facts, speaker, now }: Parts): CardAnswer | null {
  const { hub, walks } = facts
  if (!hub.isOpen) return null
  const { say } = speaker
  const text = say('assistant.progress', { count: hub.completed })
  const [walk] = walks
  if (walk) return { text, cards: [courseCard(walk, speaker)] }
  if (goalOf(facts).left > 0) return joined(text, unlock({ facts, speaker, now }))
  const link = { label: say('assistant.link.hub'), to: '/learninghub' }
  return { text, cards: [card('progress', say('assistant.link.hub'), '', [link])] }
}

function unlock({ facts, speaker, now }: Parts): CardAnswer | null {
  const { say } = speaker
  const { goal, left } = goalOf(facts)
  const { ongoing, next, isOpen } = facts.hub
  const session = ongoing ?? next
  const cards = isOpen && session ? [hubCard(session, ongoing !== null, speaker)] : []
  if (goal !== null && left > 0) {
    return { text: say(goal === 'internship' ? 'assistant.unlockInternships' : 'assistant.unlockMentorship', { left }), cards }
  }
  if (facts.mentorship !== 'use') return null
  const more = facts.partners.length > 0 ? people({ facts, speaker, now }) : withoutPartner({ facts, speaker, now })
  return joined(say('assistant.unlockOpen'), more)
}

function survey({ facts: { survey: open }, speaker: { say } }: Parts): CardAnswer {
  if (!open) return { text: say('assistant.surveyNone'), cards: [] }
  const text = say('assistant.survey', { minutes: open.minutes })
  const link = { label: say('assistant.link.survey'), to: `/survey?survey=${open.id}` }
  return { text, cards: [card('survey', say('assistant.surveyCard'), '', [link])] }
}

function otherPartner({ facts, speaker }: Parts): CardAnswer | null {
  const cards = facts.partners.slice(0, PEOPLE_SHOWN).map((partner) => personCard(partner, speaker))
  return cards.length === 0 ? null : { text: speaker.say('assistant.otherPartner'), cards }
}

function report({ speaker: { say } }: Parts): CardAnswer {
  const link = { label: say('assistant.link.reports'), to: '/my-reports' }
  return { text: say('assistant.report'), cards: [card('safety', say('assistant.link.reports'), '', [link])] }
}

function team({ speaker: { say } }: Parts): CardAnswer {
  const link = { label: say('assistant.link.help'), to: OPENS_HELP }
  return { text: say('assistant.team'), cards: [card('team', say('assistant.link.help'), '', [link])] }
}
