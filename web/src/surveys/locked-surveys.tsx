import { Link } from '@tanstack/react-router'
import unlockDrawing from '#art/unlock-mentorship.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { SurveysTitle } from './surveys-title.tsx'

/** For people who have surveys in the menu but none to answer yet. */
export function LockedSurveys() {
  const t = useText()
  return (
    <>
      <SurveysTitle />
      <Empty
        level={1}
        drawing={unlockDrawing}
        title={t('surveys.locked.title')}
        text={t('surveys.locked.text')}
        action={
          <ButtonLink kind="primary" render={<Link to="/learninghub" />}>
            {t('surveys.locked.action')}
          </ButtonLink>
        }
      />
    </>
  )
}
