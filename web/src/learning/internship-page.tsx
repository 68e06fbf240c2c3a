import unlockDrawing from '#art/unlock-mentorship.svg'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Empty } from '#core/ui/empty.tsx'
import { InternshipCards } from './internship-cards.tsx'
import css from './internship-page.module.css'
import { InternshipStatus } from './internship-status.tsx'
import './live.ts'

/** Shows how to unlock internships while they are locked; the cards are shown either way. */
export function InternshipPage() {
  const t = useText()
  const { internship } = useProfile().status.experiences
  const title = <title>{`${t('internship.title')} · ${t('app.name')}`}</title>
  if (internship === 'off') {
    return (
      <>
        {title}
        <Empty level={1} drawing={unlockDrawing} title={t('internship.off.title')} text={t('internship.off.text')} />
      </>
    )
  }
  return (
    <div className={css.page}>
      {title}
      <h1>{t('internship.title')}</h1>
      <InternshipStatus isOpen={internship === 'use'} />
      <InternshipCards />
    </div>
  )
}
