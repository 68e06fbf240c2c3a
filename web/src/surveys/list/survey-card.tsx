import { type SurveyCard as Survey, progressOf } from '@saathi/contract/surveys/entities'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card, coverLinkClass } from '#core/ui/card.tsx'
import { Thread } from '#core/ui/progress/thread.tsx'
import { resumeLink, surveyLink } from '../survey-address.ts'
import css from './survey-card.module.css'
import { SurveyIcon, SurveyMeta } from '../survey/meta.tsx'
import { nameOf, shortDescriptionOf } from '../survey-words.ts'
import type { SurveyGroup } from '../resume.ts'

export function SurveyCard({ survey, group }: { survey: Survey; group: SurveyGroup }) {
  const isPending = group === 'pending'
  const name = nameOf(survey)
  return (
    <Card as="article" className={css.card} sunk={!isPending}>
      <SurveyIcon survey={survey} className={css.icon} />
      <h3 className={css.name}>
        {/* Pending cards have a button; on the others the link covers the card. */}
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
  const isStarted = progressOf(survey.status) === 'PARTIAL'
  const progress = t('surveys.progress', { answered: answeredQuestions, total: totalQuestions })
  return (
    <div className={css.foot}>
      {isStarted ? (
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
        // A started survey skips the introduction.
        render={<Link {...(isStarted ? resumeLink(id) : surveyLink(id))} />}
        aria-label={t(isStarted ? 'surveys.finish.of' : 'surveys.begin.of', { name })}
      >
        {t(isStarted ? 'surveys.finish' : 'surveys.begin')}
      </ButtonLink>
    </div>
  )
}
