import { profileQuery } from '#core/profile.ts'
import { BookmarkButton } from '../cards/bookmark-button.tsx'
import { patchLists, listKey, sessionKey } from './cache.ts'
import type { SessionContext } from './area.ts'
import { feedbackLink, introLink, quizLink, resultLink, stepLink } from './address.ts'
import { SessionProgress } from '../cards/session-progress.tsx'

export const hubContext: SessionContext = {
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
  onProgress: (client, progress) => {
    patchLists(client, progress)
    for (const list of ['curated', 'ongoing', 'mine'] as const) void client.invalidateQueries({ queryKey: listKey(list) })
    // A completed session may unlock mentorship, which is part of the profile.
    if (progress.sessionStatus === 'COMPLETED') void client.invalidateQueries({ queryKey: profileQuery.queryKey })
  },
  renderProgress: (props) => <SessionProgress {...props} />,
  renderBookmark: (props) => <BookmarkButton {...props} />,
}
