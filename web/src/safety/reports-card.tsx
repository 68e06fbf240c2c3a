import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import css from './reports.module.css'

/** On the profile page: a link to the person's reports and their answers. */
export function ReportsCard() {
  const t = useText()
  return (
    <Card className={css.card} aria-labelledby="safety-card">
      <h2 id="safety-card">{t('safety.card.title')}</h2>
      <p className={css.sub}>{t('safety.card.text')}</p>
      <ButtonLink kind="line" render={<Link to="/my-reports" />}>
        {t('safety.card.open')}
      </ButtonLink>
    </Card>
  )
}
