import { type Survey, progressOf } from '@saathi/contract/surveys/entities'
import { useQuery } from '@tanstack/react-query'
import { Navigate, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import allDone from '#art/all-done.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { surveysQuery } from '../queries.ts'
import { groupOf } from '../resume.ts'
import { useSurveyAddress, resumeLink, surveyLink } from '../survey-address.ts'
import { SurveyAnswers } from './answers.tsx'
import { SurveyGate } from './gate.tsx'
import css from './intro.module.css'
import { SurveyIntro } from './intro.tsx'
import { SurveyPanel } from './panel.tsx'
import surveyThanksCss from './thanks.module.css'
import { nameOf } from '../survey-words.ts'
import { SurveysTitle } from '../page-states.tsx'

/** The introduction, answers or thanks page of a survey. */
export function SurveyPage() {
  const { survey, view } = useSurveyAddress()
  if (survey === undefined) return <Navigate to="/surveylisting" replace />
  return (
    <SurveyGate key={survey} id={survey} pending={<SurveySkeleton />}>
      {(found) => (
        <>
          <SurveysTitle of={nameOf(found)} />
          <SurveyView survey={found} view={view} />
        </>
      )}
    </SurveyGate>
  )
}

function SurveyView({ survey, view }: { survey: Survey; view: 'answers' | 'thanks' | undefined }) {
  if (view === 'answers') return <SurveyAnswers survey={survey} />
  if (view === 'thanks' && progressOf(survey.status) === 'COMPLETE') return <SurveyThanks survey={survey} />
  return <SurveyIntro survey={survey} />
}

function SurveySkeleton() {
  const t = useText()
  return (
    <SurveyPanel background={null}>
      <span />
      <SkeletonGroup label={t('surveys.loading.survey')} className={css.body}>
        <h1 className="sr">{t('surveys.title')}</h1>
        <div className={css.head}>
          <Skeleton shape="block" width="64px" height="64px" />
          <Skeleton width="70%" height="30px" />
        </div>
        <Skeleton width="90%" height="18px" />
        <Skeleton shape="block" height="72px" />
        <Skeleton shape="block" height="72px" />
        <Skeleton shape="block" height="52px" />
      </SkeletonGroup>
    </SurveyPanel>
  )
}

/** After the last stage, when another survey is open: it is offered. */
function SurveyThanks({ survey }: { survey: Survey }) {
  const t = useText()
  const title = useRef<HTMLHeadingElement>(null)
  const next = useQuery(surveysQuery).data?.find((each) => each.id !== survey.id && groupOf(each) === 'pending')

  // Replaces the questions, so the title takes the focus.
  useEffect(() => {
    window.scrollTo({ top: 0 })
    title.current?.focus({ preventScroll: true })
  }, [])

  return (
    <SurveyPanel background={survey.backgroundImage} className={surveyThanksCss.panel}>
      <div className={surveyThanksCss.thanks}>
        <img src={allDone} alt="" width={220} height={165} />
        <h1 ref={title} tabIndex={-1}>
          {t('surveys.thanks.title')}
        </h1>
        <p className={surveyThanksCss.text}>{t('surveys.thanks.text', { name: nameOf(survey) })}</p>
        {next && (
          <p className={surveyThanksCss.text}>{t('surveys.thanks.next', { name: nameOf(next), minutes: next.minutes })}</p>
        )}
        <div className={surveyThanksCss.ways}>
          {next && (
            <ButtonLink
              kind="primary"
              size="lg"
              render={<Link {...(progressOf(next.status) === 'PARTIAL' ? resumeLink(next.id) : surveyLink(next.id))} />}
            >
              {t('surveys.thanks.begin', { name: nameOf(next) })}
            </ButtonLink>
          )}
          <ButtonLink kind={next ? 'line' : 'primary'} size="lg" render={<Link to="/surveylisting" />}>
            {t('surveys.all')}
          </ButtonLink>
        </div>
      </div>
    </SurveyPanel>
  )
}
