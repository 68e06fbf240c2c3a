import type { DraftContent } from '@saathi/contract/content/drafts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { commentsQuery } from './queries.ts'

type Tab = 'write' | 'quiz' | 'translate' | 'versions' | 'comments' | 'figures' | 'settings'

/** Names of the editor's tabs, with what waits there: questions of this step, texts behind their source, open comments. */
export function useTabLabel(draft: DraftContent, questions = 0): (tab: Tab) => string {
  const t = useText()
  // Fetched only when the tab is opened; until then the draft has the number.
  const { data } = useQuery({ ...commentsQuery(draft), enabled: false })
  const comments = data ? data.comments.filter(({ isDone }) => !isDone).length : draft.openComments
  const behind = draft.languages.reduce((sum, each) => sum + each.behind, 0)
  return (tab) => {
    if (tab === 'translate' && behind > 0) return t('staff.content.part.translateBehind', { count: behind })
    const count = tab === 'quiz' ? questions : tab === 'comments' ? comments : 0
    return count > 0 ? `${t(`staff.content.part.${tab}`)} ${count}` : t(`staff.content.part.${tab}`)
  }
}
