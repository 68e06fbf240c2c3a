import { type StageSummary, type Survey, progressOf } from '@saathi/contract/surveys/entities'
import { Link, useRouter } from '@tanstack/react-router'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { check } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import own from '#core/ui/own-bar.module.css'
import { runnerFrame } from '#questions/public.ts'
import { groupOf, resumeStage } from '../resume.ts'
import { answersLink, stageLink } from '../survey-address.ts'
import { SurveyClose, SurveyPanel } from './panel.tsx'
import { SurveyIcon, SurveyMeta } from './meta.tsx'
import css from './intro.module.css'
import { descriptionOf, nameOf, shortDescriptionOf } from '../survey-words.ts'

export function SurveyIntro({ survey }: { survey: Survey }) {
  const t = useText()
  return (
    <SurveyPanel background={survey.backgroundImage} className={classNames(css.panel, own.page)}>
      <header className={runnerFrame.head}>
        <SurveyClose label={t('surveys.all')} />
      </header>
      <div className={css.body}>
        <div className={css.head}>
          <SurveyIcon survey={survey} />
          <div>
            <h1>{nameOf(survey)}</h1>
            <SurveyMeta survey={survey} className={css.meta} />
          </div>
        </div>
        <p className={css.text}>{shortDescriptionOf(survey)}</p>
        <Stages survey={survey} />
      </div>
      <Actions survey={survey} />
    </SurveyPanel>
  )
}

function Stages({ survey }: { survey: Survey }) {
  const t = useText()
  return (
    <section aria-labelledby="survey-stages">
      <h2 id="survey-stages" className={css.subtitle}>
        {t('surveys.stages', { count: survey.stages.length })}
      </h2>
      <ol className={css.stages}>
        {survey.stages.map((stage, place) => (
          <Stage key={stage.id} stage={stage} number={place + 1} />
        ))}
      </ol>
    </section>
  )
}

function Stage({ stage, number }: { stage: StageSummary; number: number }) {
  const t = useText()
  const isDone = stage.status === 'COMPLETE'
  return (
    <li className={css.stage} data-done={isDone}>
      <span className={css.number} aria-hidden="true">
        {isDone ? <Icon of={check} size={18} /> : number}
      </span>
      <div>
        <h3>{nameOf(stage)}</h3>
        <p className={css.about}>{descriptionOf(stage)}</p>
        <p className={css.about}>{isDone ? t('surveys.stage.done') : t('surveys.questions', { count: stage.questionCount })}</p>
      </div>
    </li>
  )
}

/** Begin, continue, or nothing more to do; answers can always be read again. */
function Actions({ survey }: { survey: Survey }) {
  const t = useText()
  const router = useRouter()
  const reasonId = useId()
  const group = groupOf(survey)
  const stage = resumeStage(survey)
  const isStarted = progressOf(survey.status) === 'PARTIAL'
  const hasAnswers = survey.stages.some(({ status }) => status === 'COMPLETE')

  function handleContinue() {
    if (stage !== null) void router.navigate(stageLink({ survey: survey.id, stage }))
  }

  return (
    <div className={runnerFrame.foot}>
      {group === 'completed' && (
        <Note tone="ok" id={reasonId}>
          {t('surveys.completed.text')}
        </Note>
      )}
      {group === 'closed' && (
        <Note tone="calm" id={reasonId}>
          {t('surveys.closed.text')}
        </Note>
      )}
      <div className={css.buttons}>
        <Button
          kind="primary"
          size="lg"
          disabled={group !== 'pending' || stage === null}
          reasonId={reasonId}
          onClick={handleContinue}
        >
          {group === 'completed' ? t('surveys.completed') : t(isStarted ? 'surveys.finish' : 'surveys.begin')}
        </Button>
        {hasAnswers && (
          <ButtonLink kind="line" size="lg" render={<Link {...answersLink(survey.id)} />}>
            {t('surveys.review')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
