import type { NextPartner, NextSession } from '@saathi/contract/accounts/next-facts'
import type { NextStep } from '@saathi/contract/accounts/next-step'
import { localeOf } from '@saathi/contract/core/message'
import { MINUTE_MS } from '@saathi/contract/core/time'
import { dayAndTime, plainDay, shortDay } from '#core/i18n/india-time.ts'
import type { Translate } from '#core/i18n/texts.tsx'
import { calendar, chat, check, clock, type IconShape, pair, search, survey, users, video } from '#core/ui/icons.ts'

type LinkTarget = { to: string; params?: Record<string, string>; search?: Record<string, string | number> }
/** A page, or the help conversation. */
type Action = { text: string; kind: 'primary' | 'soft' | 'line'; icon?: IconShape; target: LinkTarget | 'help' }

export type TodayContent = {
  /** `warm` for people, `pri` for learning, `own` for things only the reader can do. */
  tone: 'warm' | 'pri' | 'own'
  kicker: string
  kickerIcon?: IconShape
  title: string
  text: string
  picture: { icon: IconShape } | { session: NextSession } | { person: NextPartner }
  actions: Action[]
}

/** `hasHub`: sessions can be started; otherwise none is offered. */
type Reader = { t: Translate; language: string; now: Date; hasHub: boolean }

const hubSession = (id: number): LinkTarget => ({
  to: '/session/sessionintroduction/$sessionId',
  params: { sessionId: String(id) },
})
const mentorshipSession = (id: number, mentorship: number, page: 'sessionintro' | 'summary'): LinkTarget => ({
  to: `/mentorship/$sessionId/${page}`,
  params: { sessionId: String(id) },
  search: { mentorship },
})
const joinPage = (room: string): LinkTarget => ({ to: '/video/join-meeting/$roomId', params: { roomId: room } })

/** The next step as texts and actions; the last action is the main one. */
export function todayContent(step: NextStep, reader: Reader): TodayContent {
  const { t, language } = reader
  switch (step.kind) {
    case 'call':
    case 'meeting':
    case 'hello':
      return personContent(step, reader)
    case 'offer':
      return {
        tone: 'warm',
        kicker: t('today.new'),
        title: t(`today.offer.${step.finds}`, { count: step.count }),
        text: step.decideBy === null ? t('today.offer.text') : t('today.offer.by', { time: dayAndTime(step.decideBy, language) }),
        picture: { icon: pair },
        actions: [{ text: t('today.offer.go'), kind: 'primary', target: { to: '/mentorship', search: { matching: 1 } } }],
      }
    case 'survey':
      return {
        tone: 'own',
        kicker: t('today.next'),
        title: t(step.finds ? 'today.survey.title' : 'today.survey.plain'),
        text: t(step.finds ? `today.survey.${step.finds}` : 'today.survey.plainText', { minutes: step.survey.minutes }),
        picture: { icon: survey },
        actions: [
          {
            text: t(step.survey.isBegun ? 'today.continue' : 'today.begin'),
            kind: 'primary',
            target: { to: '/survey', search: { survey: step.survey.id } },
          },
        ],
      }
    case 'due':
    case 'walk':
    case 'ongoing':
    case 'session':
      return learningContent(step, reader)
    default:
      return waitingContent(step, reader)
  }
}

type Kind<K extends NextStep['kind']> = Extract<NextStep, { kind: K }>

function personContent(step: Kind<'call' | 'meeting' | 'hello'>, { t, language, now }: Reader): TodayContent {
  if (step.kind === 'call') {
    const { names, room } = step.call
    return {
      tone: 'warm',
      kicker: t('today.now'),
      kickerIcon: clock,
      title: t('today.call', { name: names[0] ?? '', count: names.length }),
      text: t('today.call.text'),
      picture: { icon: video },
      actions: [{ text: t('today.call.go'), kind: 'primary', icon: video, target: joinPage(room) }],
    }
  }
  const { partner } = step
  const name = partner && partner.people === 1 ? partner.firstName : ''
  if (step.kind === 'hello') {
    return {
      tone: 'warm',
      kicker: t(name ? `today.hello.${step.partner.part}` : 'today.hello.group'),
      title: name ? t('today.hello', { name }) : t('today.hello.toGroup'),
      text: t('today.hello.text'),
      picture: name ? { person: step.partner } : { icon: users },
      actions: [
        {
          text: t('today.hello.go'),
          kind: 'primary',
          icon: chat,
          target: { to: '/chat/messenger', search: { channel: step.channel } },
        },
      ],
    }
  }
  const { at, title, sessionTitle, mentorship, room } = step.meeting
  const toDay: LinkTarget = { to: '/mentorship', search: { mentorship, calendar: plainDay(at) } }
  const hasStarted = new Date(at) <= now
  const when = hasStarted ? t('today.meeting.started') : inTime(at, now, language)
  return {
    tone: 'warm',
    kicker: dayAndTime(at, language),
    kickerIcon: clock,
    title: name ? t('today.meeting.with', { name, when }) : t('today.meeting', { title, when }),
    text: sessionTitle ? t('today.meeting.session', { session: sessionTitle }) : name ? title : t('today.meeting.text'),
    picture: name && partner ? { person: partner } : { icon: calendar },
    actions: [
      { text: t('today.meeting.change'), kind: 'line', target: toDay },
      ...(room ? [{ text: t('today.meeting.go'), kind: 'primary' as const, target: joinPage(room) }] : []),
    ],
  }
}

/** 'in 2 hours', 'in 25 minutes' */
function inTime(at: string, now: Date, language: string): string {
  const minutes = Math.max(1, Math.round((new Date(at).getTime() - now.getTime()) / MINUTE_MS))
  const words = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'always' })
  return minutes < 60 ? words.format(minutes, 'minute') : words.format(Math.round(minutes / 60), 'hour')
}

function learningContent(step: Kind<'due' | 'walk' | 'ongoing' | 'session'>, { t, language }: Reader): TodayContent {
  const session = step.kind === 'due' || step.kind === 'walk' ? step.walk.session : step.session
  const { title, minutesLeft: minutes } = session
  const isBegun = step.kind === 'ongoing' || (step.kind !== 'session' && step.walk.isBegun)
  const go = t(isBegun ? 'today.continue' : 'today.start')
  const shared = { tone: 'pri' as const, kicker: t('today.today'), picture: { session } }
  if (step.kind === 'ongoing') {
    const text = step.goal ? t(`today.ongoing.${step.goal}`, { minutes, more: step.left - 1 }) : t('today.ongoing', { minutes })
    return {
      ...shared,
      title: t('today.finish', { title }),
      text,
      actions: [{ text: go, kind: 'primary', target: hubSession(session.id) }],
    }
  }
  if (step.kind === 'session') {
    const heading = step.goal ? t(`today.session.${step.goal}`, { left: step.left }) : t('today.session')
    const text = t('today.session.next', { title, minutes })
    return {
      ...shared,
      kicker: t('today.next'),
      title: heading,
      text,
      actions: [{ text: go, kind: 'primary', target: hubSession(session.id) }],
    }
  }
  const { walk, partner } = step
  const place = mentorshipSession(session.id, walk.mentorship, isBegun ? 'summary' : 'sessionintro')
  const due = shortDay(walk.endDate, language)
  const text =
    step.kind === 'due'
      ? t(step.isLate ? 'today.due.late' : 'today.due.soon', { date: due })
      : partner && partner.people === 1
        ? t('today.walk.with', { name: partner.firstName, minutes })
        : t('today.walk', { minutes })
  const heading = t(isBegun ? 'today.finish' : 'today.startTitle', { title })
  return { ...shared, title: heading, text, actions: [{ text: go, kind: 'primary', target: place }] }
}

function waitingContent(
  step: Kind<'asked' | 'group' | 'checks' | 'looking' | 'pairs' | 'team' | 'none'>,
  { t, language, hasHub }: Reader,
): TodayContent {
  const sessions: Action[] = hasHub
    ? [{ text: t('today.learn'), kind: 'soft', target: { to: '/learninghub/curatedsession' } }]
    : []
  const team: Action = { text: t('today.team.go'), kind: 'primary', target: 'help' }
  const matching: LinkTarget = { to: '/mentorship', search: { matching: 1 } }
  switch (step.kind) {
    case 'asked':
    case 'group':
      return {
        tone: 'pri',
        kicker: t('today.onIt'),
        title: t(`today.${step.kind}`),
        text: t(`today.${step.kind}.text`),
        picture: { icon: step.kind === 'group' ? users : clock },
        actions: [{ text: t(`today.${step.kind}.go`), kind: 'soft', target: matching }],
      }
    case 'checks':
      return {
        tone: 'pri',
        kicker: t('today.onIt'),
        title: t('today.checks'),
        text: t('today.checks.text'),
        picture: { icon: check },
        actions: sessions,
      }
    case 'looking':
      return {
        tone: 'pri',
        kicker: t('today.onIt'),
        title: t(`today.looking.${step.finds}`),
        text: t(hasHub ? 'today.looking.text' : 'today.looking.shut'),
        picture: { icon: search },
        actions: sessions,
      }
    case 'pairs':
      return {
        tone: 'warm',
        kicker: t('today.today'),
        title: t('today.pairs'),
        text: t('today.pairs.text'),
        picture: { icon: users },
        actions: [{ text: t('today.pairs.go'), kind: 'primary', target: { to: '/mentorship' } }],
      }
    case 'team':
      return {
        tone: 'own',
        kicker: t('today.next'),
        title: t(step.hadMentorship ? 'today.team.ended' : `today.team.${step.finds}`),
        text: t(step.hadMentorship ? 'today.team.endedText' : 'today.team.text'),
        picture: { icon: pair },
        actions: [...sessions, team],
      }
    case 'none': {
      const { meeting } = step
      const toDay = meeting && { mentorship: meeting.mentorship, calendar: plainDay(meeting.at) }
      return {
        tone: 'pri',
        kicker: t('today.done'),
        title: t('today.none'),
        text: meeting
          ? t('today.none.meeting', { time: dayAndTime(meeting.at, language) })
          : t(hasHub ? 'today.none.text' : 'today.none.shut'),
        picture: { icon: check },
        actions: toDay
          ? [{ text: t('today.calendar'), kind: 'soft', icon: calendar, target: { to: '/mentorship', search: toDay } }]
          : hasHub
            ? sessions
            : [{ ...team, kind: 'soft' }],
      }
    }
  }
}
