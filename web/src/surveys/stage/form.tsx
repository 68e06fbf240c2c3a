import type { SurveyAnswer } from '@saathi/contract/surveys/calls'
import type { Stage, StageQuestion, Survey } from '@saathi/contract/surveys/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { profileQuery } from '#core/profile.ts'
import { usePageShown } from '#core/second-press.ts'
import own from '#core/ui/own-bar.module.css'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { type DraftValue, QuestionField } from '#questions/public.ts'
import { isRefusedWith } from '../queries.ts'
import { openSurveyIds, resumeStage } from '../resume.ts'
import { StageFoot, StageHead, StageOpening } from './frame.tsx'
import { useStageForm, rejectedOf, useSubmission } from './form-state.ts'
import frame from './frame.module.css'
import { type StageAddress, clearLastStage, stageLink, thanksLink } from '../survey-address.ts'
import { SurveyPanel } from '../survey/panel.tsx'
import { nameOf, pageTitleOf } from '../survey-words.ts'
import { SurveysTitle } from '../surveys-title.tsx'

type StageFormProps = { survey: Survey; stage: Stage; answered: readonly SurveyAnswer[]; address: StageAddress }

export function StageForm({ survey, stage, answered, address }: StageFormProps) {
  const t = useText()
  const countId = useId()
  const content = useRef<HTMLDivElement>(null)
  const goOn = useRef<HTMLButtonElement>(null)
  const form = useStageForm(address, stage, answered)
  const { page, place, pages, fields, moves, look } = form
  const leave = useLeaveStage(survey)
  const submission = useSubmission(address, { onSent: leave.afterSent, onRefused: handleRefusal })
  const { isSending } = submission
  usePageShown(place)
  const title = page ? pageTitleOf(page.page) : nameOf(stage)
  const where = { number: place + 1, total: Math.max(1, pages.length) }

  // Each page starts at its title, and so does the next stage, which replaces this one at the same address.
  useEffect(() => {
    if (look.at === null) focusTitle(content.current)
    else focusQuestion(content.current, look.at)
  }, [look])

  function handleRefusal(error: Error) {
    if (leave.afterClosed(error)) return
    form.reject(rejectedOf(error, form.questions, fields))
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isSending || !form.passes(form.isLast ? 'all' : 'page')) return
    submission.clearError()
    if (!form.isLast) return form.next()
    submission.submit(form.questions, fields)
  }

  function handleChange(question: StageQuestion, value: DraftValue) {
    // Answers being sent cannot be changed.
    if (isSending) return
    submission.clearError()
    form.change(question, value)
  }

  function handlePrevious() {
    submission.clearError()
    form.previous()
  }

  return (
    <SurveyPanel background={stage.backgroundImage ?? survey.backgroundImage} className={own.page}>
      <SurveysTitle of={`${title}, ${t('surveys.stage.place', where)}`} />
      <StageHead survey={survey.id} countId={countId} {...where} />
      <form className={frame.body} aria-label={title} noValidate onSubmit={handleSubmit}>
        <div className={frame.page} ref={content} aria-busy={isSending || undefined}>
          <StageOpening stage={stage} page={page} title={title} isRestored={form.isRestored && moves.count === 0} />
          {page ? (
            <div key={page.at} className={frame.questions} data-moved={moves.count === 0 ? 'no' : moves.isBack ? 'back' : 'on'}>
              {page.questions.map((question) => (
                <div key={question.key} data-question={question.key}>
                  <QuestionField
                    question={question}
                    value={fields[question.key]}
                    problem={form.problemOf(question.key)}
                    onChange={(value) => handleChange(question, value)}
                  />
                </div>
              ))}
            </div>
          ) : (
            <p className={frame.none}>{t('surveys.stage.none')}</p>
          )}
        </div>
        <StageFoot
          goOnRef={goOn}
          countId={countId}
          isFirst={place === 0}
          isLast={form.isLast}
          submission={submission}
          hasRejected={form.hasRejected}
          onPrevious={handlePrevious}
        />
      </form>
    </SurveyPanel>
  )
}

function focusTitle(page: HTMLElement | null): void {
  window.scrollTo({ top: 0 })
  page?.querySelector('h1')?.focus({ preventScroll: true })
}

const controls = 'input, textarea, select'

/** The invalid field, else the chosen option of a group, else the first control. */
function focusQuestion(page: HTMLElement | null, key: string): void {
  const question = page?.querySelector(`[data-question="${CSS.escape(key)}"]`)
  const control =
    question?.querySelector<HTMLElement>(':is(input, textarea, select)[aria-invalid="true"]') ??
    question?.querySelector<HTMLElement>('input:checked') ??
    question?.querySelector<HTMLElement>(controls)
  question?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
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
      // From there the redirect order decides.
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
