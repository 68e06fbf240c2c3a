import { useText } from '#core/i18n/texts.tsx'

/** The page title in the browser tab. */
export function SurveysTitle({ of }: { of?: string | undefined }) {
  const t = useText()
  const names = of ? [of, t('surveys.title')] : [t('surveys.title')]
  return <title>{[...names, t('app.name')].join(' · ')}</title>
}
