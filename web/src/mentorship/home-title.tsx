import { useText } from '#core/i18n/texts.tsx'

/** The page title in the browser tab. */
export function HomeTitle({ of }: { of?: string | undefined }) {
  const t = useText()
  const names = of ? [of, t('mentorship.title')] : [t('mentorship.title')]
  return <title>{[...names, t('app.name')].join(' · ')}</title>
}
