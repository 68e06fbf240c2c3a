import type { DraftContent } from '@saathi/contract/content/drafts'
import type { useText } from '#core/i18n/texts.tsx'

type Titled = Pick<DraftContent, 'kind' | 'key' | 'title'>

/** Content without a title is named by its kind or position. */
export function titleOfPage({ kind, key, title }: Titled, t: ReturnType<typeof useText>): string {
  if (kind === 'faq') return t('staff.content.kind.faq')
  if (kind === 'card') return t(key === 'internship' ? 'staff.content.cards.internship' : 'staff.content.cards.mentorship')
  if (kind !== 'legal' || title !== key) return title
  if (key === 'privacy-policy') return t('staff.content.legal.privacy')
  return t(key === 'code-of-conduct' ? 'staff.content.legal.conduct' : 'staff.content.legal.terms')
}
