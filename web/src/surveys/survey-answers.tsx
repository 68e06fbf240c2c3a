import type { SurveyAnswer } from '@saathi/contract/surveys/calls'
import type { StageSummary, Survey } from '@saathi/contract/surveys/entities'
import { useQuery } from '@tanstack/react-query'
import { inPageOrder } from '@saathi/contract/questions/order'
import { useText } from '#core/i18n/texts.tsx'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { AnswerText } from './answer-text.tsx'
import { FailedSurveys } from './failed-surveys.tsx'
import { allAnswersQuery, stageQuery } from './queries.ts'
import frame from './stage-frame.module.css'
import css from './survey-answers.module.css'
import { SurveyClose } from './survey-close.tsx'
import { SurveyPanel } from './survey-panel.tsx'
import { nameOf } from './survey-words.ts'

/** What was answered, to read. Only the team can change it. */
export function SurveyAnswers({ survey }: { survey: Survey }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(allAnswersQuery(survey.id))
  const sent = survey.stages.filter(({ status }) => status === 'COMPLETE')
  return (
    <SurveyPanel background={survey.backgroundImage}>
      <header className={frame.head}>
        <SurveyClose label={t('surveys.answers.close')} survey={survey.id} />
      </header>
      <div className={css.body}>
        <div>
          <p className={css.of}>{nameOf(survey)}</p>
          <h1>{t('surveys.answers.title')}</h1>
        </div>
        <Note tone="info">{t('surveys.answers.correct')}</Note>
        {data && sent.length === 0 && <p className={css.open}>{t('surveys.answers.none')}</p>}
        {data &&
          sent.map((stage) => (
            <StageAnswers key={stage.id} stage={stage} answers={data.find((each) => each.stage === stage.id)?.answers ?? []} />
          ))}
        {!data && error && (
          <FailedSurveys of="answers" error={error} isFetching={isFetching} onRetry={() => void refetch()} level={2} />
        )}
        {!data && !error && <AnswersSkeleton />}
      </div>
    </SurveyPanel>
  )
}

function StageAnswers({ stage, answers }: { stage: StageSummary; answers: readonly SurveyAnswer[] }) {
  const t = useText()
  const id = `answers-of-${stage.id}`
  const { data, error, isFetching, refetch } = useQuery(stageQuery(stage.id))
  const questions = inPageOrder(data?.pages.flatMap((page) => page.questions) ?? [])
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.stage}>
        {nameOf(stage)}
      </h2>
      {!data && error && (
        <FailedSurveys of="answers" error={error} isFetching={isFetching} onRetry={() => void refetch()} level={2} />
      )}
      {!data && !error && <AnswersSkeleton />}
      <dl className={css.list}>
        {questions.map((question) => {
          const given = answers.find(({ questionKey }) => questionKey === question.key)
          return (
            <div key={question.key} className={css.item}>
              <dt>{question.localeTitle || question.title}</dt>
              <dd>
                {given ? (
                  <AnswerText question={question} answer={given.answer} />
                ) : (
                  <span className={css.open}>{t('surveys.answers.open')}</span>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

function AnswersSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('surveys.loading.answers')} className={css.list}>
      {Array.from({ length: 3 }, (_, place) => (
        <Skeleton key={place} shape="block" height="64px" />
      ))}
    </SkeletonGroup>
  )
}
