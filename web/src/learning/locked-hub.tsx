import unlockDrawing from '#art/unlock-mentorship.svg'
import { useText } from '#core/i18n/texts.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { AreaTitle } from './area-title.tsx'

/** The final target of all redirects, also for people whose programme has not opened the hub. */
export function LockedHub() {
  const t = useText()
  return (
    <>
      <AreaTitle />
      <Empty level={1} drawing={unlockDrawing} title={t('learning.locked.title')} text={t('learning.locked.text')} />
    </>
  )
}
