import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { getProfile } from '@saathi/contract/accounts/calls'
import { getSystemStatus, signIn as signInCall } from '@saathi/contract/accounts/identity-calls'
import { getNextFacts } from '@saathi/contract/accounts/next-facts'
import type { Profile } from '@saathi/contract/accounts/entities'
import { getUnread, listBotUsers, listChannels } from '@saathi/contract/chat/calls'
import { getSupportedLanguages, getTranslation } from '@saathi/contract/content/calls'
import { reportClientErrors } from '@saathi/contract/core/client-errors'
import { getCommunity } from '@saathi/contract/content/community-calls'
import { listFeed } from '@saathi/contract/feed/calls'
import { getMyCourse } from '@saathi/contract/mentorship/course-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { listRooms } from '@saathi/contract/video/calls'
import { getChannelHistory, getMeetingRatingStatus } from '@saathi/contract/video/recording-calls'
import { createMemoryHistory } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { texts as english } from 'virtual:texts/en'
import { texts as hindi } from 'virtual:texts/hi'
import '#core/theme/base.css'
import '#core/theme/tokens.css'
import { App } from '#app/app.tsx'
import { queryClient } from '#core/query-client.ts'
import { routeTable } from '#app/route-table.ts'
import type { DomainRoute } from '#core/domain-route.ts'
import { buildRouter } from '#app/router.tsx'
import { endSession, onSessionEnded, signIn } from '#core/session.ts'
import { setDataLight } from '#core/data-light.ts'
import { entriesNow, removeEntry } from '#core/outbox/list.ts'
import { onServerTime } from '#core/server-time.ts'
import { setScheme } from '#core/theme/theme.ts'
import { wire } from '#app/wiring.ts'
import { makeFacts } from '../src/accounts/today/next.fake.ts'
import { answer, resetFakeServer, startFakeServer, takeUnanswered } from './fake-server.ts'
import { FakeSocket } from './fake-socket.ts'
import { render } from './render.ts'

export { answer, refuse, setServerClock } from './fake-server.ts'

// Only the languages that tests use, to keep tests fast.
const textsOf = (language: string) => (language === 'hi' ? hindi : english)

const defaultStatus: Profile['status'] = {
  surveys: [],
  experiences: {
    curriculum: 'off',
    session: 'use',
    video: 'off',
    survey: 'off',
    internship: 'off',
    chattype: 'off',
    chatStatus: { mentorshipChat: 'off', aiChat: 'off', helpCenter: 'off' },
  },
  newSessionAvailable: false,
  workReadiness: { hasScores: false },
  matching: { matchingStatus: null },
}

export function makeProfile(overrides: Partial<Profile> = {}): Profile {
  return {
    id: 1,
    firstName: 'Asha',
    lastName: 'Rao',
    displayName: 'Asha Rao',
    bio: '',
    picture: null,
    phoneNumber: '',
    email: 'asha@saathi.example',
    role: 'Mentee',
    provider: 'normal',
    hasAgreedTerms: true,
    newPrimaryLanguage: 'en',
    leavesAt: null,
    status: defaultStatus,
    ...overrides,
  }
}

export const signedInReply = { accessToken: 'token-1', expiresIn: 600, userId: 1 }

type AppOptions = {
  /** Signs in as this person; signed out if absent. */
  profile?: Profile | undefined
  path?: string | undefined
  language?: 'en' | 'hi' | undefined
}

/** Called before each page test, see setup.ts. */
export function prepareApp(): void {
  vi.stubGlobal('WebSocket', FakeSocket)
  startFakeServer()
  // Calls that the previous test's page was still making.
  takeUnanswered()
  answer(getTranslation, ({ query: { languageCode } }) => ({
    languageCode,
    translations: { ...textsOf('en'), ...textsOf(languageCode) },
  }))
  answer(getSupportedLanguages, {
    languages: [
      { language: 'English', languageCode: 'en', isActive: true, isDefault: true },
      { language: 'हिन्दी', languageCode: 'hi', isActive: true, isDefault: false },
    ],
  })
  answer(getSystemStatus, { underMaintenance: false, google: null })
  answer(reportClientErrors, {})
  answer(getNextFacts, makeFacts())
  answer(listNotices, { notices: [], hasMore: false, unreadCount: 0 })
  answer(getCommunity, { community: [], faq: [] })
  answer(listFeed, { posts: [], next: null })
  answer(listChannels, { channels: [] })
  answer(getUnread, { channels: [] })
  answer(listBotUsers, { botUsers: [] })
  answer(listLooksAtMe, { looks: [], hasMore: false })
  answer(getMyCourse, {
    agreement: { meetingsPerMonth: null, agreedAt: null, proposals: [] },
    checkIn: null,
    request: null,
  })
  answer(listRooms, { rooms: [] })
  answer(getChannelHistory, { history: [] })
  answer(getMeetingRatingStatus, {
    meetingRatingStatus: false,
    meetingRecordingId: null,
    meetingDateTime: null,
    meetingRatingTitle: null,
  })
}

/** One for each app that the test has shown. */
const stopWiring: (() => void)[] = []

/** Called after each page test. All files share one page of the browser, so nothing may stay for the next test. */
export async function resetApp(): Promise<void> {
  const missing = takeUnanswered()
  for (const stop of stopWiring.splice(0)) stop()
  // Unmount first: a mounted page would refetch what ending the session clears.
  await cleanup()
  // The next test would send what this one left.
  for (const entry of entriesNow()) await removeEntry(entry)
  onSessionEnded(() => {})
  await endSession('signOut')
  queryClient.clear()
  onServerTime(new Date().toUTCString())
  setScheme('system')
  setDataLight(false)
  delete document.documentElement.dataset.theme
  localStorage.clear()
  sessionStorage.clear()
  resetFakeServer()
  FakeSocket.instances.length = 0
  FakeSocket.server = null
  expect(missing.join(', '), 'calls without an answer').toBe('')
}

async function signInAs({ profile, language }: AppOptions): Promise<void> {
  if (language) localStorage.setItem('saathi.language', language)
  if (!profile) return
  answer(getProfile, { ...profile, ...(language && { newPrimaryLanguage: language }) })
  answer(signInCall, signedInReply)
  await signIn({ email: profile.email, password: 'x' })
}

async function showRoutes(routes: readonly DomainRoute[], { path = '/', ...options }: AppOptions) {
  await signInAs(options)
  const router = buildRouter(routes, createMemoryHistory({ initialEntries: [path] }))
  stopWiring.push(wire(router))
  const screen = await render(<App router={router} />)
  return Object.assign(screen, { router, pathNow: () => router.state.location.href })
}

/** Renders one page without the shell; all its links lead to an empty page. */
export function show(page: ReactNode, { path = '/', ...options }: AppOptions = {}) {
  const pathname = new URL(path, location.origin).pathname
  const route: DomainRoute = { path: `/${pathname.slice(1)}`, access: 'always', load: async () => () => page }
  return showRoutes([route, { path: '/$', access: 'always', load: async () => () => null }], { path, ...options })
}

/** Renders the whole app, with all routes and guards. */
export const showApp = (options: AppOptions = {}) => showRoutes(routeTable, options)
