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
/** The console fails as a whole, whichever of its pages is open. */
const staffPages: Readonly<Record<string, string>> = {
  '/staff': '/staff',
  '/staff/today': '/staff/today',
  '/staff/today/rules': '/staff/today/rules',
  '/staff/today/tomorrow': '/staff/today/tomorrow',
  '/staff/today/nudges': '/staff/today/nudges',
  '/staff/people': '/staff/people',
  '/staff/people/import': '/staff/people/import',
  '/staff/people/import/$runId': '/staff/people/import/6',
  '/staff/people/$personId': '/staff/people/41',
  '/staff/people/$personId/answers': '/staff/people/41/answers',
  '/staff/bulk': '/staff/bulk',
  '/staff/bulk/$actId': '/staff/bulk/6',
  '/staff/pairs': '/staff/pairs',
  '/staff/pairs/$mentorshipId': '/staff/pairs/7',
  '/staff/matching': '/staff/matching',
  '/staff/programmes': '/staff/programmes',
  '/staff/programmes/$programmeId': '/staff/programmes/7',
  '/staff/content': '/staff/content',
  '/staff/content/session/$sessionKey': '/staff/content/session/speak-up',
  '/staff/content/$kind/$contentKey': '/staff/content/faq/faq',
  '/staff/help': '/staff/help',
  '/staff/help/$caseId': '/staff/help/31',
  '/staff/safety': '/staff/safety',
  '/staff/safety/held': '/staff/safety/held',
  '/staff/safety/filter': '/staff/safety/filter',
  '/staff/safety/$caseId': '/staff/safety/147',
  '/staff/settings': '/staff/settings',
  '/staff/errors': '/staff/errors',
  '/staff/team': '/staff/team',
  '/staff/audit': '/staff/audit',
  '/staff/screening': '/staff/screening',
}

/** One URL for every page that fetches its own data. */
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
  '/mentorship/time': '/mentorship/time',
  '/mentorship/farewell/$mentorshipId': '/mentorship/farewell/7',
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
  '/my-reports': '/my-reports',
  '/video/join-meeting/$roomId': `/video/join-meeting/${room}`,
  '/video/call/$channelId': '/video/call/1',
  ...staffPages,
}
/** Calls of the shell around every page are answered; all others fail. */
const shell: readonly unknown[] = [getProfile, getTranslation, getSupportedLanguages, getSystemStatus, listNotices]
/** The last matching answer is used, so specific paths come after those with parameters. */
const calls = everyCall.toSorted((one, other) => Number(other.path.includes(':')) - Number(one.path.includes(':')))
export function failAll(failure: Parameters<typeof answer>[1]): void {
  for (const call of calls) if (call.method === 'GET' && !shell.includes(call)) answer(call, failure)
}

const allEnabled: Profile['status'] = {
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

/** The text shown for each error status. */
const texts: readonly [number, string][] = [
  [500, english['error.broken']],
  [409, english['error.conflict']],
  [422, english['error.unprocessable']],
  [406, english['error.notAcceptable']],
  [400, english['error.badRequest']],
  [401, english['error.signedOut']],
  [403, english['error.forbidden']],
  [404, english['error.notFound']],
]

/** Pages that say what is missing and link to the next page, because a retry would not help. */
export const ownTexts: readonly [pattern: string, status: number, heading: string][] = [
  ['/video/join-meeting/$roomId', 400, 'This meeting link does not work'],
  ['/video/join-meeting/$roomId', 404, 'This meeting link does not work'],
  ['/video/call/$channelId', 400, 'This meeting link does not work'],
  ['/video/call/$channelId', 404, 'This meeting link does not work'],
  ['/session/step/quiz', 404, 'We could not find this quiz'],
  ['/mentorship/partner/$userId', 403, 'You cannot see this profile'],
  ['/mentorship/partner/$userId', 404, 'You cannot see this profile'],
  // Left out: the console is not open to members.
  ...Object.keys(staffPages).map((pattern): [string, number, string] => [pattern, 403, english['error.forbidden']]),
]
const hasOwnText = (pattern: string, status: number) => ownTexts.some((own) => own[0] === pattern && own[1] === status)

export const statusesOf = (pattern: string): number[] =>
  texts.map(([status]) => status).filter((status) => !hasOwnText(pattern, status))

export const showPage = (path: string) => showApp({ profile: makeProfile({ status: allEnabled }), path })

/** Waits for the failed page, then retries with another failure. */
export async function retryWith(screen: Awaited<ReturnType<typeof showPage>>, failure: number | 'network'): Promise<void> {
  const retry = screen.getByRole('button', { name: 'Try again' }).first()
  await expect.element(retry).toBeVisible()
  failAll(failure === 'network' ? failure : refuse('core.broken', failure))
  await retry.click()
  const text = texts.find(([status]) => status === failure)?.[1] ?? english['error.network']
  await expect.element(screen.getByText(text).first()).toBeVisible()
}
