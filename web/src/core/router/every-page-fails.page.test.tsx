import { getProfile } from '@saathi/contract/accounts/calls'
import type { Profile } from '@saathi/contract/accounts/entities'
import { getSystemStatus } from '@saathi/contract/accounts/entrance-calls'
import { getSupportedLanguages, getTranslation } from '@saathi/contract/content/calls'
import { everyCall } from '@saathi/contract/every-call'
import { listNotices } from '@saathi/contract/notices/calls'
import { expect, onTestFinished, test, vi } from 'vitest'
import english from '../../../../contract/texts/en/core.json' with { type: 'json' }
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'
import { routeTable } from './route-table.ts'

const room = '7f3a91c2-1111-4222-8333-444455556666'
/** One address for every page of the product that reads something of its own. */
const pages: Readonly<Record<string, string>> = {
  '/': '/',
  '/learninghub': '/learninghub',
  '/learninghub/allsession': '/learninghub/allsession',
  '/learninghub/curatedsession': '/learninghub/curatedsession',
  '/learninghub/ongoingsessions': '/learninghub/ongoingsessions',
  '/learninghub/bookmarkedsessions': '/learninghub/bookmarkedsessions',
  '/internship': '/internship',
  '/session/sessionintroduction/$sessionId': '/session/sessionintroduction/3',
  '/session/step': '/session/step?session=3&step=11',
  '/session/step/quiz': '/session/step/quiz/?session=3&step=14&quiz=5',
  '/session/step/sessionfeedback': '/session/step/sessionfeedback/?session=3',
  '/mentorship': '/mentorship',
  '/mentorship/partner/$userId': '/mentorship/partner/2?mentorship=7',
  '/mentorship/$sessionId/sessionintro': '/mentorship/3/sessionintro',
  '/mentorship/$sessionId/summary': '/mentorship/3/summary',
  '/mentorship/$sessionId/step/sessionfeedback': '/mentorship/3/step/sessionfeedback/',
  '/mentorship/$sessionId/step/$stepId': '/mentorship/3/step/11',
  '/mentorship/$sessionId/step/$stepId/quiz': '/mentorship/3/step/14/quiz/?quiz=5',
  '/surveylisting': '/surveylisting',
  '/surveylisting/pendingsurveys': '/surveylisting/pendingsurveys',
  '/surveylisting/completedsurveys': '/surveylisting/completedsurveys',
  '/survey': '/survey?survey=1',
  '/stage': '/stage?survey=1&stage=11',
  '/chat': '/chat',
  '/chat/messenger': '/chat/messenger',
  '/feed': '/feed',
  '/moreinfo/faq': '/moreinfo/faq',
  '/moreinfo/wrs': '/moreinfo/wrs',
  '/moreinfo/privacyPolicy': '/moreinfo/privacyPolicy',
  '/moreinfo/termsOfService': '/moreinfo/termsOfService',
  '/moreinfo/codeofconduct': '/moreinfo/codeofconduct',
  '/privacypolicy': '/privacypolicy',
  '/termsofservice': '/termsofservice',
  '/codeofconduct': '/codeofconduct',
  '/profile': '/profile',
  '/video/join-meeting/$roomId': `/video/join-meeting/${room}`,
}
/** These read nothing before somebody has done something, and tell of that in tests of their own. */
const withoutReading = ['/signin', '/emailverify', '/signup', '/resetpassword', '/moreinfo', '/calendar/', '/dev']

test('[NAV-11] every page is in the table, or reads nothing', () => {
  const isLeftOut = (path: string) =>
    withoutReading.some(
      (start) => path === start || path.startsWith(`${start}/`) || (start.endsWith('/') && path.startsWith(start)),
    )
  const paths = routeTable.map(({ path }) => path.replace(/(.)\/$/, '$1'))
  expect(paths.filter((path) => !Object.hasOwn(pages, path) && !isLeftOut(path))).toEqual([])
  expect(Object.keys(pages).filter((path) => !paths.includes(path))).toEqual([])
})

/** The calls of the frame around every page are answered; all other calls fail. */
const shell: readonly unknown[] = [getProfile, getTranslation, getSupportedLanguages, getSystemStatus, listNotices]
/** The last answer that fits is given: a path that names its end comes after one that takes any. */
const calls = everyCall.toSorted((one, other) => Number(other.path.includes(':')) - Number(one.path.includes(':')))
function failAll(failure: Parameters<typeof answer>[1]): void {
  for (const call of calls) if (call.method === 'GET' && !shell.includes(call)) answer(call, failure)
}

const everything: Profile['status'] = {
  ...makeProfile().status,
  surveys: [{ surveyId: 1, surveyStatus: 'NOT_STARTED', expPermission: 'use' }],
  experiences: {
    curriculum: 'use',
    session: 'use',
    video: 'use',
    survey: 'use',
    internship: 'use',
    chattype: 'use',
    chatStatus: { mentorshipChat: 'use', aiChat: 'use', helpCenter: 'off' },
  },
  workReadiness: { hasScores: true },
}

const texts: readonly [number, string][] = [
  [500, english['error.broken']],
  [409, english['error.conflict']],
  [422, english['error.unprocessable']],
  [406, english['error.notAcceptable']],
  [400, english['error.badRequest']],
]

/** A link whose id cannot be one does not work, and says so with what to do instead. */
const saidOtherwise: Readonly<Record<string, number>> = { '/video/join-meeting/$roomId': 400 }

test.each(Object.entries(pages))('[NAV-11] %s says why it failed, and can be tried again', async (pattern, path) => {
  failAll(refuse('core.broken', 429))
  const screen = await showApp({ profile: makeProfile({ status: everything }), path })
  const retry = screen.getByRole('button', { name: 'Try again' }).first()
  for (const [status, text] of texts.filter(([each]) => each !== saidOtherwise[pattern])) {
    await expect.element(retry).toBeVisible()
    failAll(refuse('core.broken', status))
    await retry.click()
    await expect.element(screen.getByText(text).first()).toBeVisible()
  }
  failAll('network')
  await expect.element(retry).toBeVisible()
  await retry.click()
  await expect.element(screen.getByText(english['error.network']).first()).toBeVisible()
})

test.each(Object.entries(pages))('[NAV-11] %s says after ten seconds that nobody answers', async (_pattern, path) => {
  failAll('hang')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const screen = await showApp({ profile: makeProfile({ status: everything }), path })
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10_001)
      return screen.getByText(english['error.network']).elements().length
    })
    .toBeGreaterThan(0)
  await expect.element(screen.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
})
