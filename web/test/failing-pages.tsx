import { getProfile } from '@saathi/contract/accounts/calls'
import type { Profile } from '@saathi/contract/accounts/entities'
import { getSystemStatus } from '@saathi/contract/accounts/entrance-calls'
import { getSupportedLanguages, getTranslation } from '@saathi/contract/content/calls'
import { everyCall } from '@saathi/contract/every-call'
import { listNotices } from '@saathi/contract/notices/calls'
import { expect } from 'vitest'
import english from '../../contract/texts/en/core.json' with { type: 'json' }
import { answer, makeProfile, refuse, showApp } from './harness.tsx'

const room = '7f3a91c2-1111-4222-8333-444455556666'
/** One address for every page of the product that reads something of its own. */
export const pages: Readonly<Record<string, string>> = {
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
/** The calls of the frame around every page are answered; all other calls fail. */
const shell: readonly unknown[] = [getProfile, getTranslation, getSupportedLanguages, getSystemStatus, listNotices]
/** The last answer that fits is given: a path that names its end comes after one that takes any. */
const calls = everyCall.toSorted((one, other) => Number(other.path.includes(':')) - Number(one.path.includes(':')))
export function failAll(failure: Parameters<typeof answer>[1]): void {
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

/** What a page says for each status that a call can fail with. */
const texts: readonly [number, string][] = [
  [500, english['error.broken']],
  [409, english['error.conflict']],
  [422, english['error.unprocessable']],
  [406, english['error.notAcceptable']],
  [400, english['error.badRequest']],
]

/** A link whose id cannot be one does not work, and says so with what to do instead. */
const isSaidOtherwise = (pattern: string, status: number) => pattern === '/video/join-meeting/$roomId' && status === 400

export const statusesOf = (pattern: string): number[] =>
  texts.map(([status]) => status).filter((status) => !isSaidOtherwise(pattern, status))

export const showPage = (path: string) => showApp({ profile: makeProfile({ status: everything }), path })

/** The page as it is after its first reading was refused, asked to try again with what fails now. */
export async function retryWith(screen: Awaited<ReturnType<typeof showPage>>, failure: number | 'network'): Promise<void> {
  const retry = screen.getByRole('button', { name: 'Try again' }).first()
  await expect.element(retry).toBeVisible()
  failAll(failure === 'network' ? failure : refuse('core.broken', failure))
  await retry.click()
  const text = texts.find(([status]) => status === failure)?.[1] ?? english['error.network']
  await expect.element(screen.getByText(text).first()).toBeVisible()
}
