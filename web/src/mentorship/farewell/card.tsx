import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { heart } from '#core/ui/icons.ts'
import css from './farewell.module.css'

/** On the home page: a link to a farewell in progress, or to the papers of a past one. */
export function FarewellCard({ mentorship: { id, farewell } }: { mentorship: Mentorship }) {
  const t = useText()
  const language = useLanguage()
  const headId = useId()
  if (!farewell) return null
  const { closesAt, isClosed } = farewell
  return (
    <Card className={css.callout} aria-labelledby={headId}>
      <span className={css.sign}>
        <Icon of={heart} />
      </span>
      <div className={css.calloutWords}>
        <h2 id={headId}>{t(isClosed ? 'farewell.ended.card' : 'farewell.card.title')}</h2>
        <p>{isClosed ? t('farewell.ended.cardText') : t('farewell.open', { date: longDay(closesAt, language) })}</p>
      </div>
      <ButtonLink
        kind={isClosed ? 'line' : 'primary'}
        render={<Link to="/mentorship/farewell/$mentorshipId" params={{ mentorshipId: String(id) }} />}
      >
        {t('farewell.card.look')}
      </ButtonLink>
    </Card>
  )
}
