import type { CallReply } from '@saathi/contract/core/call'
import type { previewDraft } from '@saathi/contract/content/draft-calls'
import { STEP_BUDGET_BYTES } from '@saathi/contract/content/drafts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { dataSize } from '#core/i18n/data-size.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { Note } from '#core/ui/note.tsx'
import segments from '#core/ui/form/segments.module.css'
import { classNames } from '#core/ui/class-names.ts'
import { loadPlayer } from '#learning/public.ts'
import { QuestionField } from '#questions/public.ts'
import css from './preview.module.css'
import type { EditorParts } from './parts.ts'
import { type DraftRef, previewQuery } from './queries.ts'

/** The component of a step on learners' pages. */
const StepContent = lazy(async () => ({ default: (await loadPlayer()).StepContent }))
const ignore = () => {}

type Shown = CallReply<typeof previewDraft>
type PreviewProps = Pick<EditorParts, 'state' | 'stepKey'> & {
  draftRef: DraftRef
  languages: readonly string[]
  part: 'write' | 'quiz'
  /** Download size of the step. */
  bytes: number
}

/** The draft as a member will see it on a phone. It follows half a second after each save. */
export function Preview({ draftRef, state, stepKey, languages, part, bytes }: PreviewProps) {
  const t = useText()
  const own = useLanguage()
  const [language, setLanguage] = useState('en')
  const [isMentor, setMentor] = useState(false)
  const { data } = useQuery(previewQuery(draftRef, { revision: state.revision, language, isMentor }))
  const step = data?.steps.find((each) => each.key === stepKey)
  return (
    <section className={css.preview} aria-label={t('staff.content.preview')}>
      <div className={css.choices}>
        <div className={segments.segments} role="group" aria-label={t('staff.content.previewAs')}>
          {[false, true].map((mentor) => (
            <button key={String(mentor)} type="button" aria-pressed={mentor === isMentor} onClick={() => setMentor(mentor)}>
              {t(mentor ? 'staff.content.mentor' : 'staff.content.mentee')}
            </button>
          ))}
        </div>
        <Select
          aria-label={t('staff.content.previewLanguage')}
          value={language}
          onChange={({ target }) => setLanguage(target.value)}
        >
          {['en', ...languages].map((code) => (
            <option key={code} value={code}>
              {new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code}
            </option>
          ))}
        </Select>
      </div>
      <div className={css.phone} lang={language}>
        {data && step && <Screen data={data} step={step} isQuiz={part === 'quiz'} />}
      </div>
      {bytes > STEP_BUDGET_BYTES ? (
        <Note tone="warn">
          {t('staff.content.tooHeavy', { size: dataSize(bytes, own), budget: dataSize(STEP_BUDGET_BYTES, own) })}
        </Note>
      ) : (
        <p className={css.cost}>{t('staff.content.cost', { size: dataSize(bytes, own) })}</p>
      )}
    </section>
  )
}

type ScreenProps = { data: Shown; step: Shown['steps'][number]; isQuiz: boolean }

function Screen({ data, step, isQuiz }: ScreenProps) {
  const t = useText()
  const at = data.steps.indexOf(step)
  const quiz = step.content.find(({ quiz: found }) => found)?.quiz
  return (
    <>
      <div className={css.bar} aria-hidden="true">
        {data.steps.map((each, place) => (
          <i key={each.key} className={classNames(place < at && css.done, place === at && css.now)} />
        ))}
      </div>
      {/* Inert, because its links lead to learners' pages, which do not have this draft. */}
      <div className={css.screen} inert>
        <p className={css.where}>{t('staff.content.stepOf', { number: at + 1, count: data.steps.length })}</p>
        <h2>{step.title}</h2>
        {isQuiz && quiz ? (
          quiz.questions.map((question) => (
            <QuestionField key={question.key} question={question} value={undefined} problem={undefined} onChange={ignore} />
          ))
        ) : (
          <Suspense fallback={null}>
            <StepContent
              session={1}
              step={{
                id: at + 1,
                title: step.title,
                localeTitle: step.title,
                duration: step.minutes,
                order: at + 1,
                status: 'NOT_STARTED',
                content: step.content,
              }}
            />
          </Suspense>
        )}
      </div>
    </>
  )
}
