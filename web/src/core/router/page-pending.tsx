import { useText } from '../i18n/texts.tsx'
import { LoadingBeads } from '../ui/loading-beads.tsx'

export function PagePending() {
  const t = useText()
  return <LoadingBeads label={t('app.loading')} labelHidden />
}
