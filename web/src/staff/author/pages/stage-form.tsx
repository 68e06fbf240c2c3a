import type { DraftContent, DraftSurveyQuestion, StagePage, SurveyPart } from '@saathi/contract/content/drafts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { plus, trash } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import editorCss from '../editor.module.css'
import { newKey } from '../editor-store.ts'
import { EntryButtons } from '../entry-buttons.tsx'
import css from './page.module.css'
import { newQuestion, problemAt, replaced, without, type WriterParts } from '../parts.ts'
import { QuestionEditor } from '../question.tsx'
import { QuestionUse } from './question-use.tsx'

type Locked = DraftContent['locked']
type StageFormProps = WriterParts & {
  survey: SurveyPart
  stage: SurveyPart['stages'][number]
  locked: Locked
  onChange: (change: Partial<SurveyPart>) => void
}

/** A stage is sent as a whole; its pages are shown one after the other. */
export function StageForm({ editor, state, survey, stage, locked, isFixed, onChange }: StageFormProps) {
  const t = useText()
  const part = `stage:${stage.key}`
  const body = state.bodies.get(part)
  const pages = body?.kind === 'stage' ? body.pages : []
  const at = survey.stages.indexOf(stage)
  const setPages = (next: StagePage[]) => editor.change(part, { kind: 'stage', pages: next })
  const set = (change: Partial<typeof stage>) => onChange({ stages: replaced(survey.stages, at, { ...stage, ...change }) })
  return (
    <section className={editorCss.card} aria-label={t('staff.content.survey.stage', { number: at + 1 })}>
      <Field label={t('staff.content.survey.stageName')} error={problemAt(state.problems, 'survey', `stages[${at}].name`)}>
        <TextInput dir="auto" value={stage.name} maxLength={60} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <Field label={t('staff.content.survey.stageText')} error={problemAt(state.problems, 'survey', `stages[${at}].description`)}>
        <TextInput
          dir="auto"
          value={stage.description}
          maxLength={300}
          onChange={({ target }) => set({ description: target.value })}
        />
      </Field>
      {pages.map((page, place) => (
        <PageForm
          key={page.id}
          page={page}
          path={`pages[${place}]`}
          {...{ part, state, isFixed }}
          locked={locked}
          onChange={(next) => setPages(replaced(pages, place, next))}
          onRemove={pages.length > 1 ? () => setPages(without(pages, place)) : null}
        />
      ))}
      {!isFixed && (
        <div className={css.buttons}>
          <Button
            kind="line"
            size="sm"
            onClick={() => setPages([...pages, { id: newKey(), title: '', description: '', questions: [] }])}
          >
            <Icon of={plus} size={18} /> {t('staff.content.survey.addPage')}
          </Button>
          {survey.stages.length > 1 && (
            <Button kind="quiet" size="sm" onClick={() => onChange({ stages: without(survey.stages, at) })}>
              <Icon of={trash} size={18} /> {t('staff.content.survey.removeStage')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

type PageFormProps = Pick<WriterParts, 'state' | 'isFixed'> & {
  page: StagePage
  part: string
  path: string
  locked: Locked
  onChange: (page: StagePage) => void
  onRemove: (() => void) | null
}

function PageForm({ page, part, path, state, isFixed, locked, onChange, onRemove }: PageFormProps) {
  const t = useText()
  const { questions } = page
  const setQuestions = (next: DraftSurveyQuestion[]) => onChange({ ...page, questions: next })
  const add = () => setQuestions([...questions, { ...newQuestion(newKey()), criterion: null, readiness: null, tags: {} }])
  const problem = problemAt(state.problems, part, `${path}.questions`)
  return (
    <div className={css.entry}>
      <Field label={t('staff.content.survey.pageTitle')} error={problemAt(state.problems, part, `${path}.title`)}>
        <TextInput
          dir="auto"
          value={page.title}
          maxLength={80}
          onChange={({ target }) => onChange({ ...page, title: target.value })}
        />
      </Field>
      {problem && <Note tone="info">{problem}</Note>}
      {questions.map((question, at) => (
        <div key={question.key} className={css.entry}>
          <QuestionEditor
            question={question}
            part={part}
            path={`${path}.questions[${at}]`}
            problems={state.problems}
            answers={locked.find((each) => each.question === question.key)?.answers ?? 0}
            isSurvey
            onChange={(next) => setQuestions(replaced(questions, at, { ...question, ...next }))}
            onRemove={null}
          />
          <QuestionUse
            question={question}
            part={part}
            path={`${path}.questions[${at}]`}
            problems={state.problems}
            onChange={(change) => setQuestions(replaced(questions, at, { ...question, ...change }))}
          />
          {!isFixed && <EntryButtons items={questions} at={at} name={question.title} onChange={setQuestions} />}
        </div>
      ))}
      {!isFixed && (
        <div className={css.buttons}>
          <Button kind="quiet" size="sm" onClick={add}>
            <Icon of={plus} size={18} /> {t('staff.content.addQuestion')}
          </Button>
          {onRemove && (
            <Button kind="quiet" size="sm" onClick={onRemove}>
              <Icon of={trash} size={18} /> {t('staff.content.survey.removePage')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
