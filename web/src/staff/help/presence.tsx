import { HELP_PRESENCE_SECONDS } from '@saathi/contract/help/staff-calls'
import type { HelpReader } from '@saathi/contract/help/entities'
import { useEffect } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useIsPageVisible } from '#core/page-visible.ts'
import css from './help.module.css'
import { useSetPresence } from './queries.ts'

const RENEW_MS = (HELP_PRESENCE_SECONDS * 1000) / 2

/** Colleagues see who has the conversation open while the page is visible, and who writes. */
export function usePresence(caseId: number, isWriting: boolean): void {
  const isVisible = useIsPageVisible()
  const setPresence = useSetPresence(caseId)
  useEffect(() => {
    if (!isVisible) return undefined
    const show = () => setPresence(isWriting ? 'writing' : 'reading')
    show()
    const renewing = setInterval(show, RENEW_MS)
    return () => clearInterval(renewing)
  }, [isVisible, isWriting, setPresence])
  useEffect(() => (isVisible ? () => setPresence('left') : undefined), [isVisible, setPresence])
}

export function Readers({ readers }: { readers: readonly HelpReader[] }) {
  const t = useText()
  const language = useLanguage()
  const join = (names: readonly HelpReader[]) =>
    new Intl.ListFormat(language, { type: 'conjunction' }).format(names.map(({ name }) => name))
  const writing = readers.filter((each) => each.isWriting)
  const reading = readers.filter((each) => !each.isWriting)
  return (
    <div className={css.readers} role="status">
      {writing.length > 0 && (
        <p>
          <b>{t('staff.help.writing', { names: join(writing), count: writing.length })}</b>
        </p>
      )}
      {reading.length > 0 && <p>{t('staff.help.reading', { names: join(reading), count: reading.length })}</p>}
    </div>
  )
}
