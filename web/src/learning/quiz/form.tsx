import type { QuizAnswer, QuizState } from '@saathi/contract/learning/quiz-calls'
import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { inOrder } from '@saathi/contract/questions/order'
import type { TextKey } from '@saathi/contract/texts'
import { Link, useRouter } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { removeStored } from '#core/storage.ts'
import { Chip } from '#core/ui/chip.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { close, repeat } from '#core/ui/icons.ts'
import own from '#core/ui/own-bar.module.css'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import {
  type Draft,
  type DraftValue,
  type Questionnaire,
  Runner,
  runnerFrame,
  RunnerSkeleton,
  type RunnerWords,
  type Shown,
} from '#questions/public.ts'
import { useSessionContext } from '../session/context.tsx'
import { closedText, isRefusedWith } from '../session/queries.ts'
import { draftKeyOf, type QuizAddress, useQuizLinks } from './address.ts'
import css from './form.module.css'
import { useSaveAnswers } from './queries.ts'

const words: RunnerWords = {
  progress: 'learning.quiz.progress',
  place: 'learning.quiz.place',
  moves: 'learning.quiz.moves',
  next: 'learning.quiz.next',
  rejected: 'learning.quiz.trouble.look',
}

type OneQuestion = { id: string; questions: readonly Question[] }

/** One question after the other; an earlier submission fills the fields. */
export function questionnaireOf(state: QuizState, mentorship?: number): Questionnaire<OneQuestion> {
  const { session, step, quiz, attempts } = state
  return {
    sections: inOrder(quiz.questions).map((question) => ({ id: question.key, questions: [question] })),
    draftKey: draftKeyOf({ session, step, quiz: quiz.id }, mentorship),
    attempts,
    submitted: submittedFields(state),
  }
}

function submittedFields({ quiz, answers }: QuizState): Draft {
  const filled = answers.flatMap((submitted) => {
    const question = quiz.questions.find(({ key }) => key === submitted.questionKey)
    return question ? [[question.key, fieldOf(question, submitted)] as const] : []
  })
  return Object.fromEntries(filled)
}

/** The server never returns a password, only that it was given; a number is shown as text. */
function fieldOf(question: Question, { answer }: QuizAnswer): DraftValue {
  const type = typeOf(question)
  if (type === 'Password' || typeof answer === 'boolean') return undefined
  return type === 'Number' ? String(answer) : answer
}

const finalText = (error: Error): TextKey | undefined =>
  isRefusedWith(error, 'learning.retake_not_allowed') ? 'learning.quiz.retakeNotAllowed' : closedText(error)

export function QuizForm({ state, address }: { state: QuizState; address: QuizAddress }) {
  const t = useText()
  const router = useRouter()
  const links = useQuizLinks(address)
  const { mentorship } = useSessionContext()
  const questionnaire = questionnaireOf(state, mentorship)
  const mutation = useSaveAnswers(address)

  function handleSaved(saved: QuizState) {
    if (saved.results.length > 0) return void router.navigate(links.toResult)
    showToast({ text: t('learning.quiz.saved') })
    links.leave()
  }

  function handleBlank() {
    removeStored(questionnaire.draftKey)
    showToast({ text: t('learning.quiz.nothingToSave'), tone: 'info' })
    links.leave()
  }

  return (
    <div className={classNames(runnerFrame.frame, own.page)}>
      <Runner
        alone
        questionnaire={questionnaire}
        words={words}
        close={<QuizClose address={address} />}
        renderOpening={(shown) => <QuizOpening state={state} {...shown} />}
        mutation={mutation}
        // Without a reply the answers are queued, and the page shows that by itself.
        onTaken={(saved) => saved && handleSaved(saved.state)}
        onBlank={handleBlank}
        rejectedCode="learning.answers_rejected"
        finalText={finalText}
      />
    </div>
  )
}

type QuizOpeningProps = Shown<OneQuestion> & { state: QuizState }

/** Above the first question shown: retake notice, restored answers and the quiz's help text. */
function QuizOpening({ state, where, isRestored, hasMoved }: QuizOpeningProps) {
  const t = useText()
  const isFirst = where.number === 1
  const isRetake = state.attempts > 0
  const help = isFirst && (state.quiz.localeHelpText || state.quiz.helpText)
  if ((hasMoved && !isFirst) || (!isRetake && !isRestored && !help)) return null
  return (
    <div className={css.opening}>
      {isRetake && (
        <p className={css.status}>
          <Chip tone="primary" icon={repeat}>
            {t('learning.quiz.retake')}
          </Chip>
          {!isRestored && t('learning.quiz.retakeText')}
        </p>
      )}
      {isRestored && <p className={css.status}>{t('learning.quiz.kept')}</p>}
      {help && <p>{help}</p>}
    </div>
  )
}

export function QuizClose({ address }: { address: QuizAddress }) {
  const t = useText()
  const { toStep } = useQuizLinks(address)
  return (
    <Link {...toStep} className={runnerFrame.close} aria-label={t('learning.quiz.close')}>
      <Icon of={close} size={22} />
    </Link>
  )
}

/** Skeleton of the most common question: four options. */
export function QuizSkeleton() {
  const t = useText()
  return (
    <div className={classNames(runnerFrame.frame, own.page)}>
      <RunnerSkeleton label={t('learning.quiz.loading')} title={t('learning.quiz.title')} blocks={4} blockHeight="56px" />
    </div>
  )
}
