import type { Status } from '@saathi/contract/accounts/entities'
import { describe, expect, test } from 'vitest'
import { routeTable } from '#core/router/route-table.ts'
import { pathMatcher } from '#core/router/known-path.ts'
import { landing, safePath } from './landing.ts'

const isKnownPath = pathMatcher(routeTable.map(({ path }) => path))

type Wish = Partial<{
  fromQuery: string
  stored: string
  surveys: string[]
  curriculum: 'use' | 'show' | 'off'
  session: 'use' | 'show' | 'off'
  newSession: boolean
  matching: 'READY' | 'ON_HOLD' | 'GROUP_HOLD'
}>

function land({ fromQuery, stored, surveys = [], curriculum = 'off', session = 'off', newSession = false, matching }: Wish) {
  const status: Status = {
    surveys: surveys.map((surveyStatus, index) => ({ surveyId: index + 1, surveyStatus, expPermission: 'use' })),
    experiences: {
      curriculum,
      session,
      video: 'off',
      survey: 'off',
      internship: 'off',
      chattype: 'off',
      chatStatus: { mentorshipChat: 'off', aiChat: 'off', helpCenter: 'off' },
    },
    newSessionAvailable: newSession,
    matching: { matchingStatus: matching ?? null },
  }
  return landing({ fromQuery, stored, status, isKnownPath })
}

const open = 'NOT_STARTED'

describe('each rule of the order', () => {
  test.each<[string, Wish, string]>([
    ['1: a redirectUri in the address wins', { fromQuery: '/internship' }, '/internship'],
    ['2: a remembered one applies', { stored: '/moreinfo/faq' }, '/moreinfo/faq'],
    ['3: exactly one open survey', { surveys: [open] }, '/survey'],
    ['3: a survey that was begun is open', { surveys: ['ONGOING since 3 Nov'] }, '/survey'],
    ['3: a completed one is not open', { surveys: ['COMPLETE on 2026-11-01', open] }, '/survey'],
    ['4: several open surveys', { surveys: [open, 'ONGOING'] }, '/surveylisting'],
    ["5: curriculum 'use'", { curriculum: 'use' }, '/mentorship'],
    ['5: matching READY', { matching: 'READY' }, '/mentorship'],
    ['5: matching ON_HOLD', { matching: 'ON_HOLD' }, '/mentorship'],
    ['5: matching GROUP_HOLD', { matching: 'GROUP_HOLD' }, '/mentorship'],
    ["6: session 'use' with a new session", { session: 'use', newSession: true }, '/learninghub'],
    ["7: curriculum 'show'", { curriculum: 'show' }, '/mentorship'],
    ['8: anything else', {}, '/learninghub'],
  ])('[ACC-25] %s', (_, wish, href) => {
    expect(land(wish).href).toBe(href)
  })
})

describe('each pair of neighbours', () => {
  test.each<[string, Wish, string]>([
    ['1 before 2', { fromQuery: '/internship', stored: '/moreinfo/faq' }, '/internship'],
    ['2 when 1 is not ours', { fromQuery: '//evil.example', stored: '/moreinfo/faq' }, '/moreinfo/faq'],
    ['2 before 3', { stored: '/moreinfo/faq', surveys: [open] }, '/moreinfo/faq'],
    ['3 not 4 with one open of two', { surveys: [open, 'COMPLETE on 2026-11-01'] }, '/survey'],
    ['4 not 3 with two open', { surveys: [open, open] }, '/surveylisting'],
    ['4 before 5', { surveys: [open, open], curriculum: 'use' }, '/surveylisting'],
    ['5 before 6', { curriculum: 'use', session: 'use', newSession: true }, '/mentorship'],
    ['5 by matching before 6', { matching: 'READY', session: 'use', newSession: true }, '/mentorship'],
    ['6 before 7', { session: 'use', newSession: true, curriculum: 'show' }, '/learninghub'],
    ['7 when 6 has no new session', { session: 'use', newSession: false, curriculum: 'show' }, '/mentorship'],
    ["7 when 6 has session only to 'show'", { session: 'show', newSession: true, curriculum: 'show' }, '/mentorship'],
    ['8 when 7 is off', { curriculum: 'off', session: 'show', newSession: true }, '/learninghub'],
  ])('[ACC-25] %s', (_, wish, href) => {
    expect(land(wish).href).toBe(href)
  })

  test('[ACC-25] the one open survey is named', () => {
    expect(land({ surveys: ['COMPLETE on 2026-11-01', open] })).toEqual({ href: '/survey', state: { surveyId: 2 } })
  })

  test('[ACC-25] a survey that is only shown, not to be used, is not counted', () => {
    const { status } = { status: statusWithShownSurvey() }
    expect(landing({ fromQuery: null, stored: null, status, isKnownPath }).href).toBe('/learninghub')
  })
})

function statusWithShownSurvey(): Status {
  return {
    surveys: [{ surveyId: 1, surveyStatus: open, expPermission: 'show' }],
    experiences: {
      curriculum: 'off',
      session: 'off',
      video: 'off',
      survey: 'show',
      internship: 'off',
      chattype: 'off',
      chatStatus: { mentorshipChat: 'off', aiChat: 'off', helpCenter: 'off' },
    },
    newSessionAvailable: false,
    matching: { matchingStatus: null },
  }
}

describe('a redirectUri', () => {
  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '/\t/evil.example',
    'https://evil.example/learninghub',
    'https:/evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'learninghub',
    '/learninghub/..//evil.example',
    '/%2F%2Fevil.example',
    '/nowhere',
    '/learninghub/nowhere',
    '/signin',
    '/SignIn/',
    '/signin?redirectUri=/signin?redirectUri=//evil.example',
    '/',
    '',
  ])('[ACC-26] that is not a path of the route table is ignored: %s', (uri) => {
    expect(safePath(uri, isKnownPath)).toBeNull()
  })

  test.each([
    ['/learninghub', '/learninghub'],
    ['/mentorship/12/step/3?tab=1#x', '/mentorship/12/step/3?tab=1#x'],
    ['/session/step/quiz/', '/session/step/quiz/'],
    ['/MoreInfo/privacypolicy', '/MoreInfo/privacypolicy'],
    ['/learninghub?next=//evil.example', '/learninghub?next=//evil.example'],
  ])('[ACC-26] that is one is followed: %s', (uri, path) => {
    expect(safePath(uri, isKnownPath)).toBe(path)
  })

  test.each([
    ['/video/join-meeting/abc', '/video/join-meeting/abc?section=video'],
    ['/video/join-meeting/abc?section=video', '/video/join-meeting/abc?section=video'],
    ['/video/join-meeting/abc?section=chat', '/video/join-meeting/abc?section=video'],
    ['/video/join-meeting/abc?room=7', '/video/join-meeting/abc?room=7&section=video'],
  ])('[ACC-26] to a meeting gets its section once: %s', (uri, path) => {
    expect(safePath(uri, isKnownPath)).toBe(path)
  })
})
