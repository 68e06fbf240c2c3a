import type { DraftContent, DraftQuestion, QuizPart } from '@saathi/contract/content/drafts'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { forward, plus } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import css from './editor.module.css'
import { newKey } from './editor-store.ts'
import { type EditorParts, newQuestion, quizIn, replaced, stepIn, without } from './parts.ts'
import { QuestionEditor } from './question.tsx'

type QuizTabProps = EditorParts & {
  chosen: string | undefined
  /** Key of the question to open with. */
  asked: string | undefined
  locked: DraftContent['locked']
  onChoose: (quiz: string) => void
}

/** The quizzes of one step, question by question. */
export function QuizTab(props: QuizTabProps) {
  const { state, stepKey, chosen, onChoose } = props
  const t = useText()
  const quizzes = stepIn(state.bodies, stepKey).blocks.flatMap(({ quiz }) => quiz ?? [])
  const quiz = quizzes.find((key) => key === chosen) ?? quizzes[0]
  if (quiz === undefined) return <Note tone="info">{t('staff.content.noQuiz')}</Note>
  return (
    <section className={css.card} aria-label={t('staff.content.part.quiz')}>
      {quizzes.length > 1 && (
        <Field label={t('staff.content.whichQuiz')}>
          <Select value={quiz} onChange={({ target }) => onChoose(target.value)}>
            {quizzes.map((key, at) => (
              <option key={key} value={key}>
                {t('staff.content.quizNumber', { number: at + 1 })}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <OneQuiz key={quiz} {...props} quiz={quiz} body={quizIn(state.bodies, quiz)} />
    </section>
  )
}

function OneQuiz({ editor, state, isFixed, locked, asked, quiz, body }: QuizTabProps & { quiz: string; body: QuizPart }) {
  const t = useText()
  const { questions } = body
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      questions.findIndex(({ key }) => key === asked),
    ),
  )
  const at = Math.min(chosen, questions.length - 1)
  const question = questions[at]
  const setQuestions = (next: DraftQuestion[]) => editor.change(`quiz:${quiz}`, { ...body, questions: next })

  function handleAdd() {
    setQuestions([...questions, newQuestion(newKey())])
    setChosen(questions.length)
  }

  return (
    <>
      <Field label={t('staff.content.quizHelp')} help={t('staff.content.quizHelpHelp')}>
        <TextInput
          dir="auto"
          value={body.helpText}
          maxLength={400}
          onChange={({ target }) => editor.change(`quiz:${quiz}`, { ...body, helpText: target.value })}
        />
      </Field>
      <div className={css.questionHead}>
        <h2>{t('staff.content.questionOf', { number: at + 1, count: questions.length })}</h2>
        {questions.length > 1 && (
          <Button kind="line" size="sm" onClick={() => setChosen((at + 1) % questions.length)}>
            <Icon of={forward} size={18} /> {t('staff.content.questionNumber', { number: ((at + 1) % questions.length) + 1 })}
          </Button>
        )}
      </div>
      {question && (
        <QuestionEditor
          key={question.key}
          question={question}
          part={`quiz:${quiz}`}
          path={`questions[${at}]`}
          problems={state.problems}
          answers={locked.find((each) => each.quiz === quiz && each.question === question.key)?.answers ?? 0}
          onChange={(next) => setQuestions(replaced(questions, at, next))}
          onRemove={questions.length > 1 && !isFixed ? () => setQuestions(without(questions, at)) : null}
        />
      )}
      {!isFixed && (
        <Button kind="line" size="sm" className={css.remove} onClick={handleAdd}>
          <Icon of={plus} size={18} /> {t('staff.content.addQuestion')}
        </Button>
      )}
    </>
  )
}
