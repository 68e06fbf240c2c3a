import { useText } from '#core/i18n/texts.tsx'

/** The name of the page in the browser's tab. */
export function HubTitle({ of }: { of?: string }) {
  const t = useText()
  const names = of ? [of, t('learning.title')] : [t('learning.title')]
  return <title>{[...names, t('app.name')].join(' · ')}</title>
}
