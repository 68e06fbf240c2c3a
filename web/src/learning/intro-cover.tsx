import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useRouter } from '@tanstack/react-router'
import { useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { close } from '#core/ui/icons.ts'
import css from './intro-cover.module.css'
import { useSessionContext } from './session-context.ts'
import { isFromWithin } from './session-address.ts'

type IntroCoverProps = { session: SessionDetail; title: string; state: unknown }

export function IntroCover({ session, title, state }: IntroCoverProps) {
  const t = useText()
  const router = useRouter()
  const isLight = useDataLight()
  const { isReadOnly, renderBookmark, toHome } = useSessionContext()

  function handleClose() {
    if (isFromWithin(state)) router.history.back()
    else void router.navigate(toHome())
  }

  return (
    <div className={css.cover} style={{ backgroundColor: session.color }}>
      {session.banner && !isLight && (
        <img src={session.banner} alt="" width={400} height={240} decoding="async" fetchPriority="high" />
      )}
      <IconButton icon={close} iconSize={22} label={t('learning.intro.close')} className={css.close} onClick={handleClose} />
      {!isReadOnly && renderBookmark({ session: session.id, title, isBookmarked: session.isBookmarked })}
    </div>
  )
}
