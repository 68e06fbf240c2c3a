import type { Survey } from '@saathi/contract/surveys/entities'
import { progressOf } from '@saathi/contract/surveys/status'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import allDone from '#art/all-done.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { surveysQuery } from './queries.ts'
import { groupOf } from './resume.ts'
import { resumeLink, surveyLink } from './survey-address.ts'
import { SurveyPanel } from './survey-panel.tsx'
import css from './survey-thanks.module.css'
import { nameOf } from './survey-words.ts'

/** After the last stage, when another survey is open: it is offered. */
export function SurveyThanks({ survey }: { survey: Survey }) {
  const t = useText()
  const title = useRef<HTMLHeadingElement>(null)
  const next = useQuery(surveysQuery).data?.find((each) => each.id !== survey.id && groupOf(each) === 'pending')

  // Replaces the questions, so the title takes the focus.
  useEffect(() => {
    window.scrollTo({ top: 0 })
    title.current?.focus({ preventScroll: true })
  }, [])

  return (
    <SurveyPanel background={survey.backgroundImage} className={css.panel}>
      <div className={css.thanks}>
        <img src={allDone} alt="" width={220} height={165} />
        <h1 ref={title} tabIndex={-1}>
          {t('surveys.thanks.title')}
        </h1>
        <p className={css.text}>{t('surveys.thanks.text', { name: nameOf(survey) })}</p>
        {next && <p className={css.text}>{t('surveys.thanks.next', { name: nameOf(next), minutes: next.minutes })}</p>}
        <div className={css.ways}>
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
