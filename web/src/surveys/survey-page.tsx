import type { Survey } from '@saathi/contract/surveys/entities'
import { progressOf } from '@saathi/contract/surveys/status'
import { Navigate } from '@tanstack/react-router'
import { useSurveyAddress } from './survey-address.ts'
import { SurveyAnswers } from './survey-answers.tsx'
import { SurveyGate } from './survey-gate.tsx'
import { SurveyIntro } from './survey-intro.tsx'
import { SurveySkeleton } from './survey-skeleton.tsx'
import { SurveyThanks } from './survey-thanks.tsx'
import { nameOf } from './survey-words.ts'
import { SurveysTitle } from './surveys-title.tsx'

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
