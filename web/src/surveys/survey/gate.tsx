import type { Survey } from '@saathi/contract/surveys/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import noResults from '#art/no-results.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { FailedSurveys, LockedSurveys, SurveysTitle } from '../page-states.tsx'
import '../live.ts'
import { isRefusedWith, surveyQuery } from '../queries.ts'
import { isShown } from '../resume.ts'
import css from './gate.module.css'

type SurveyGateProps = {
  id: number
  /** The skeleton of the page. */
  pending: ReactNode
  children: (survey: Survey) => ReactNode
}

/** Wrapper of all survey pages: loads the survey and handles missing and failed ones. */
export function SurveyGate({ id, pending, children }: SurveyGateProps) {
  const { data, error, isFetching, refetch } = useQuery(surveyQuery(id))
  if (isRefusedWith(error, 'surveys.not_found')) return <NotFound />
  const isLocked = data && !isShown(data.expPermission, data.status)
  if (isLocked || isRefusedWith(error, 'surveys.not_yours')) return <LockedSurveys />
  if (data) return children(data)
  if (!error) return pending
  return (
    <div className={css.place}>
      <SurveysTitle />
      <FailedSurveys of="survey" error={error} isFetching={isFetching} onRetry={() => void refetch()} />
    </div>
  )
}

function NotFound() {
  const t = useText()
  return (
    <div className={css.place}>
      <SurveysTitle />
      <Empty
        level={1}
        drawing={noResults}
        title={t('surveys.notFound.title')}
        text={t('surveys.notFound.text')}
        action={
          <ButtonLink kind="primary" render={<Link to="/surveylisting" />}>
            {t('surveys.all')}
          </ButtonLink>
        }
      />
    </div>
  )
}
