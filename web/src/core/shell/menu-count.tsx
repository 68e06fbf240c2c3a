import { isOpenSurvey } from '@saathi/contract/accounts/landing'
import { useText } from '#core/i18n/texts.tsx'
import { useMenuCount } from '#core/shell/menu-counts.ts'
import { useProfile } from '#core/profile.ts'
import { Count } from '#core/ui/count.tsx'
import type { MenuName } from './menu-items.ts'

type MenuCountProps = { of: MenuName; className?: string | undefined }

/** Count of open or unread items behind a menu link. */
export function MenuCount({ of, className }: MenuCountProps) {
  return of === 'survey' ? <OpenSurveys className={className} /> : <Unread of={of} className={className} />
}

function OpenSurveys({ className }: Pick<MenuCountProps, 'className'>) {
  const t = useText()
  const open = useProfile().status.surveys.filter(isOpenSurvey).length
  return open > 0 && <Count className={className} value={open} label={t('shell.toAnswer', { count: open })} />
}

function Unread({ of, className }: MenuCountProps) {
  const t = useText()
  const { unread, hasMention } = useMenuCount(of)
  if (unread === 0) return null
  const label = t('shell.unread', { count: unread })
  return <Count className={className} value={hasMention ? '@' : unread} kind={hasMention ? 'mention' : 'unread'} label={label} />
}
