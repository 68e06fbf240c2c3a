import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { titleOf } from '#learning/public.ts'
import { useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { pickUpOf } from './cache.ts'
import { ShortTitle } from './cards-card.tsx'
import { CardStatus } from './cards-status.tsx'
import css from './home-pick-up.module.css'
import { cardsQuery } from './queries.ts'
import { sessionLinks } from './session-links.ts'

/** The session to continue. Load errors are shown by the session list. */
export function PickUp({ mentorship }: { mentorship: number }) {
  const t = useText()
  const isLight = useDataLight()
  const { data } = useQuery(cardsQuery(mentorship, 'mine'))
  const session = data && pickUpOf(data)
  if (!session) return null
  const { id, color, banner, resumeStep, resumeNumber, totalSteps } = session
  const { toStep, toSummary } = sessionLinks(mentorship)
  // A session whose steps are still being written has no resume step.
  const to = resumeStep === null ? toSummary(id) : toStep(id, resumeStep)
  return (
    <Card bare className={css.card} aria-labelledby="mentorship-pick-up">
      <div className={css.picture} style={{ backgroundColor: color }}>
        {banner && !isLight && <img src={banner} alt="" decoding="async" width={400} height={240} />}
      </div>
      <div className={css.words}>
        <p className={css.small} id="mentorship-pick-up">
          {t('mentorship.pickUp')}
        </p>
        <h2>
          <ShortTitle title={titleOf(session)} />
        </h2>
        <div className={css.chips}>
          {resumeNumber !== null && <Chip>{t('mentorship.pickUp.step', { number: resumeNumber, total: totalSteps })}</Chip>}
          <CardStatus session={session} />
        </div>
      </div>
      <ButtonLink kind="primary" className={css.go} render={<Link {...to} />}>
        {t('mentorship.pickUp.continue')}
      </ButtonLink>
    </Card>
  )
}
