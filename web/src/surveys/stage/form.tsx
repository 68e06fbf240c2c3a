import { mustBeAnswered } from '@saathi/contract/questions/answers'
import { inPageOrder } from '@saathi/contract/questions/order'
import type { SurveyAnswer } from '@saathi/contract/surveys/calls'
import type { Stage, StagePage, StageQuestion, Survey } from '@saathi/contract/surveys/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { profileQuery } from '#core/profile.ts'
import own from '#core/ui/own-bar.module.css'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { type Questionnaire, Runner, type RunnerWords, type Shown } from '#questions/public.ts'
import { isRefusedWith } from '../queries.ts'
import { openSurveyIds, resumeStage } from '../resume.ts'
import { clearLastStage, draftKeyOf, type StageAddress, stageLink, thanksLink } from '../survey-address.ts'
import { nameOf, pageTextOf, pageTitleOf } from '../survey-words.ts'
import { SurveyClose, SurveyPanel } from '../survey/panel.tsx'
import { SurveysTitle } from '../page-states.tsx'
import css from './form.module.css'
import { useSendStage } from './queries.ts'

const words: RunnerWords = {
  progress: 'surveys.stage.progress',
  place: 'surveys.stage.place',
  moves: 'surveys.stage.pages',
  next: 'surveys.stage.continue',
  rejected: 'surveys.stage.rejected',
}

/** A page with its unanswered questions; `id` is its position among all pages of the stage. */
type OpenPage = { id: number; page: StagePage; questions: StageQuestion[] }

/** Leaves out answered questions, and pages without unanswered ones. */
function questionnaireOf(
  address: StageAddress,
  stage: Pick<Stage, 'pages'>,
  answers: readonly SurveyAnswer[],
): Questionnaire<OpenPage> {
  const answered = new Set(answers.map(({ questionKey }) => questionKey))
  const pages = stage.pages.map((page, id): OpenPage => {
    return { id, page, questions: inPageOrder(page.questions).filter(({ key }) => !answered.has(key)) }
  })
  return { sections: pages.filter(({ questions }) => questions.length > 0), draftKey: draftKeyOf(address), submitted: {} }
}

type StageFormProps = { survey: Survey; stage: Stage; answered: readonly SurveyAnswer[]; address: StageAddress }

export function StageForm({ survey, stage, answered, address }: StageFormProps) {
  const t = useText()
  const leave = useLeaveStage(survey)
  const mutation = useSendStage(address, leave.afterSent)
  const titleOf = (section: OpenPage | undefined) => (section ? pageTitleOf(section.page) : nameOf(stage))

  return (
    <SurveyPanel background={stage.backgroundImage ?? survey.backgroundImage} className={own.page}>
      <Runner
        questionnaire={questionnaireOf(address, stage, answered)}
        words={words}
        close={<SurveyClose label={t('surveys.stage.close')} survey={survey.id} />}
        titleOf={titleOf}
        renderOpening={(shown) => <StageOpening stage={stage} title={titleOf(shown.section)} {...shown} />}
        empty={<p className={css.none}>{t('surveys.stage.none')}</p>}
        mutation={mutation}
        onRefused={leave.afterClosed}
        rejectedCode="surveys.answers_rejected"
      />
    </SurveyPanel>
  )
}

type StageOpeningProps = Shown<OpenPage> & { stage: Stage; title: string }

/** The part of the survey, the page's text, and the meaning of the asterisk. */
function StageOpening({ stage, section, title, where, isRestored }: StageOpeningProps) {
  const t = useText()
  const text = section && pageTextOf(section.page)
  const { number, total } = stage
  return (
    <div className={css.opening}>
      <SurveysTitle of={`${title}, ${t('surveys.stage.place', where)}`} />
      {total > 1 && <p className={css.part}>{t('surveys.stage.part', { number, total, name: nameOf(stage) })}</p>}
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {section?.questions.some(mustBeAnswered) && <Legend />}
      {isRestored && <p>{t('surveys.stage.kept')}</p>}
    </div>
  )
}

/** The asterisk, in the same colour as at the questions. */
function Legend() {
  const t = useText()
  const [before = '', ...after] = t('surveys.stage.required').split('*')
  return (
    <p>
      {before}
      <span className={css.mark}>*</span>
      {after.join('*')}
    </p>
  )
}

/** Navigation after a stage was sent, or can no longer be sent. Replaces its history entry. */
function useLeaveStage({ id }: Survey) {
  const t = useText()
  const router = useRouter()
  const client = useQueryClient()
  // Do not navigate if the reader has left the page.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  return {
    afterSent: async (sent: Survey): Promise<void> => {
      const next = resumeStage(sent)
      if (next === null) clearLastStage()
      if (!isHere.current) return
      if (next !== null) return router.navigate({ ...stageLink({ survey: id, stage: next }), replace: true })
      const profile = client.getQueryData(profileQuery.queryKey)
      const hasOpen = profile && openSurveyIds(profile.status).some((open) => open !== id)
      if (hasOpen) return router.navigate({ ...thanksLink(id), replace: true })
      showToast({ text: t('surveys.stage.thanks') })
      // The guard of `/` then redirects.
      return router.navigate({ to: '/', replace: true })
    },
    afterClosed: (error: Error): boolean => {
      if (!isRefusedWith(error, 'surveys.closed')) return false
      showToast({ text: t('surveys.stage.closed'), tone: 'info', durationMs: 10_000 })
      void router.navigate({ to: '/surveylisting', replace: true })
      return true
    },
  }
}
