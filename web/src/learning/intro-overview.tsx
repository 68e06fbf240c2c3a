import { cutGraphemes } from '@saathi/contract/core/cut'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { lazy, Suspense, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { plainTextOf } from '#core/ui/rich-text-blocks.ts'
import { RichText } from '#core/ui/rich-text.tsx'
import css from './intro-overview.module.css'

const MAX_OVERVIEW_LETTERS = 160

// Loaded when somebody presses "Read more".
const AboutDialog = lazy(async () => ({ default: (await import('./about-dialog.tsx')).AboutDialog }))

export function IntroOverview({ session, title }: { session: SessionDetail; title: string }) {
  const t = useText()
  const [isRequested, setRequested] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const overview = session.localeOverview || session.overview
  const words = plainTextOf(overview)
  const cut = cutGraphemes(words, MAX_OVERVIEW_LETTERS)
  if (words === '') return null
  if (cut === words) return <RichText text={overview} linkHint={t('learning.session.newTab')} />

  function handleMore() {
    setRequested(true)
    setOpen(true)
  }

  return (
    <p>
      {cut}{' '}
      <button type="button" className={css.more} aria-label={t('learning.intro.readMoreOf', { title })} onClick={handleMore}>
        {t('learning.intro.readMore')}
      </button>
      {isRequested && (
        <Suspense>
          <AboutDialog isOpen={isOpen} overview={overview} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  )
}
