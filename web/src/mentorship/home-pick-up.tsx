import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { titleOf } from '#learning/face.ts'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { pickUpOf } from './cache.ts'
import { ShortTitle } from './cards-card.tsx'
import { CardStatus } from './cards-status.tsx'
import css from './home-pick-up.module.css'
import { cardsQuery } from './queries.ts'
import { walkLinks } from './walk-links.ts'

/** The one thing to do next. Whether the sessions could be read at all, their list says. */
export function PickUp({ mentorship }: { mentorship: number }) {
  const t = useText()
  const { data } = useQuery(cardsQuery(mentorship, 'mine'))
  const session = data && pickUpOf(data)
  if (!session) return null
  const { id, color, banner, completedSteps, totalSteps } = session
  const step = t('mentorship.pickUp.step', { number: Math.min(completedSteps + 1, totalSteps), total: totalSteps })
  return (
    <Card bare className={css.card} aria-labelledby="mentorship-pick-up">
      <div className={css.picture} style={{ backgroundColor: color }}>
        {banner && <img src={banner} alt="" decoding="async" width={400} height={240} />}
      </div>
      <div className={css.words}>
        <p className={css.small} id="mentorship-pick-up">
          {t('mentorship.pickUp')}
        </p>
        <h2>
          <ShortTitle title={titleOf(session)} />
        </h2>
        <div className={css.chips}>
          {totalSteps > 0 && <Chip>{step}</Chip>}
          <CardStatus session={session} />
        </div>
      </div>
      <ButtonLink kind="primary" className={css.go} render={<Link {...walkLinks(mentorship).toSummary(id)} />}>
        {t('mentorship.pickUp.continue')}
      </ButtonLink>
    </Card>
  )
}
