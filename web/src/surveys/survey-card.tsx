import type { SurveyCard as Survey } from '@saathi/contract/surveys/entities'
import { progressOf } from '@saathi/contract/surveys/status'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card, coverLinkClass } from '#core/ui/card.tsx'
import { Thread } from '#core/ui/thread.tsx'
import { goOnLink, surveyLink } from './survey-address.ts'
import css from './survey-card.module.css'
import { SurveyIcon } from './survey-icon.tsx'
import { SurveyMeta } from './survey-meta.tsx'
import { nameOf, shortDescriptionOf } from './survey-words.ts'
import type { SurveyGroup } from './resume.ts'

export function SurveyCard({ survey, group }: { survey: Survey; group: SurveyGroup }) {
  const isPending = group === 'pending'
  const name = nameOf(survey)
  return (
    <Card as="article" className={css.card} sunk={!isPending}>
      <SurveyIcon survey={survey} className={css.icon} />
      <h3 className={css.name}>
        {/* A pending one has its button; of the others the card itself is the way in. */}
        <Link {...surveyLink(survey.id)} className={isPending ? css.link : coverLinkClass}>
          {name}
        </Link>
      </h3>
      <SurveyMeta survey={survey} className={css.meta} />
      {isPending && <p className={css.text}>{shortDescriptionOf(survey)}</p>}
      {isPending && <Foot survey={survey} name={name} />}
    </Card>
  )
}

function Foot({ survey, name }: { survey: Survey; name: string }) {
  const t = useText()
  const { id, answeredQuestions, totalQuestions } = survey
  const isBegun = progressOf(survey.status) === 'PARTIAL'
  const progress = t('surveys.progress', { answered: answeredQuestions, total: totalQuestions })
  return (
    <div className={css.foot}>
      {isBegun ? (
        <>
          <Thread
            className={css.thread}
            value={(answeredQuestions / Math.max(1, totalQuestions)) * 100}
            label={t('surveys.progress.of', { name })}
            valueText={progress}
          />
          <span className={css.progress}>{progress}</span>
        </>
      ) : (
        <span className={css.notStarted}>{t('surveys.notStarted')}</span>
      )}
      <ButtonLink
        kind="primary"
        // Whoever has begun knows what it is about, and goes straight on.
        render={<Link {...(isBegun ? goOnLink(id) : surveyLink(id))} />}
        aria-label={t(isBegun ? 'surveys.finish.of' : 'surveys.begin.of', { name })}
      >
        {t(isBegun ? 'surveys.finish' : 'surveys.begin')}
      </ButtonLink>
    </div>
  )
}
