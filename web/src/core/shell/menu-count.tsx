import { isOpenSurvey } from '@saathi/contract/accounts/way'
import { useText } from '#core/i18n/texts.tsx'
import { useMenuCount } from '#core/menu-counts.ts'
import { useProfile } from '#core/profile.ts'
import { Count } from '#core/ui/count.tsx'
import type { MenuName } from './menu-items.ts'

/** What waits behind a link of the menu. */
export function MenuCount({ of, className }: { of: MenuName; className?: string | undefined }) {
  const t = useText()
  const { unread, isNamed } = useMenuCount(of)
  const open = useProfile().status.surveys.filter(isOpenSurvey).length
  if (of === 'survey') {
    return open > 0 && <Count className={className} value={open} label={t('shell.toAnswer', { count: open })} />
  }
  if (unread === 0) return null
  const label = t('shell.unread', { count: unread })
  return <Count className={className} value={isNamed ? '@' : unread} kind={isNamed ? 'mention' : 'unread'} label={label} />
}
