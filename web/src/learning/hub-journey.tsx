import { profileQuery } from '#core/profile.ts'
import { BookmarkButton } from './bookmark-button.tsx'
import { holdListed, listKey, sessionKey } from './held.ts'
import type { SessionContext } from './journey.ts'
import { feedbackLink, introLink, quizLink, resultLink, stepLink } from './session-address.ts'
import { SessionProgress } from './session-progress.tsx'

export const hubJourney: SessionContext = {
  mentorship: undefined,
  isReadOnly: false,
  notice: null,
  words: { area: 'learning.title', goHome: 'learning.session.hub', backHome: 'learning.step.toHub' },
  toHome: () => ({ to: '/learninghub' }),
  toIntro: introLink,
  toOutside: introLink,
  toStep: stepLink,
  toQuiz: quizLink,
  toResult: resultLink,
  toFeedback: feedbackLink,
  sessionKey,
  takeProgress: (client, standing) => {
    holdListed(client, standing)
    for (const list of ['curated', 'ongoing', 'mine'] as const) void client.invalidateQueries({ queryKey: listKey(list) })
    // A completed session may be the one that opens mentorship, which the profile tells.
    if (standing.sessionStatus === 'COMPLETED') void client.invalidateQueries({ queryKey: profileQuery.queryKey })
  },
  renderProgress: (named) => <SessionProgress {...named} />,
  renderBookmark: (named) => <BookmarkButton {...named} />,
}
