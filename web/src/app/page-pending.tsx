import { useText } from '#core/i18n/texts.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'

export function PagePending() {
  const t = useText()
  return <LoadingBeads label={t('app.loading')} labelHidden />
}
