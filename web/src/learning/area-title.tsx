import { useText } from '#core/i18n/texts.tsx'
import { useSessionContext } from './session/context.ts'

/** The page title in the browser tab. */
export function AreaTitle({ of }: { of?: string }) {
  const t = useText()
  const area = t(useSessionContext().words.area)
  const names = of ? [of, area] : [area]
  return <title>{[...names, t('app.name')].join(' · ')}</title>
}
