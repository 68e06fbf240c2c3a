import type { ContentItem } from '@saathi/contract/content/items'
import type { Step } from '@saathi/contract/learning/detail'
import { isMandatory } from '@saathi/contract/questions/answers'
import { Link, useRouter } from '@tanstack/react-router'
import { type ComponentType, useId, useState, type MouseEvent } from 'react'
import { useDeferred } from '#core/data-light.ts'
import { dataSize } from '#core/i18n/data-size.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { DeferredPicture } from '#core/ui/picture/deferred.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { bulb, edit, type IconShape, check, question } from '#core/ui/icons.ts'
import { plainTextOf } from '#core/ui/rich-text/blocks.ts'
import { RichText } from '#core/ui/rich-text/rich-text.tsx'
import contentBoxCss from './box.module.css'
import { ArticleContent, HyperlinkContent, VideoContent } from './video.tsx'
import contentPictureCss from './picture.module.css'
import { RecordingContent } from './recording.tsx'
import contentQuizCss from './quiz.module.css'
import { useSessionContext } from '../session/context.tsx'
import css from './step-content.module.css'
import { useStepHistory } from '../step/use-step-history.ts'
import { useWaitingQuiz } from '../session/waiting.ts'

function PictureContent({ item }: { item: ContentItem }) {
  const address = item.localeImage || item.image
  return address ? <Picture item={item} address={address} /> : null
}

/** A stable function, so that React calls the ref only once. */
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** Reserves its space from the first render, so that nothing jumps when it loads. */
function Picture({ item, address }: { item: ContentItem; address: string }) {
  const t = useText()
  const language = useLanguage()
  const [isDeferred, show] = useDeferred(address)
  const [isRequested, setRequested] = useState(false)
  const { imageWidth, imageHeight, imageBytes } = item
  const isSized = imageWidth !== null && imageHeight !== null && imageWidth > 0 && imageHeight > 0
  const words = plainTextOf(item.localeText || item.text || '')

  function handleShow() {
    setRequested(true)
    show()
  }

  if (isDeferred)
    return (
      <DeferredPicture
        words={t('light.picture')}
        name={words}
        cost={imageBytes ? dataSize(imageBytes, language) : null}
        className={contentPictureCss.held}
        style={{ aspectRatio: isSized ? `${imageWidth} / ${imageHeight}` : '16 / 9' }}
        onShow={handleShow}
      />
    )
  return (
    <img
      className={contentPictureCss.picture}
      src={address}
      alt={words}
      decoding="async"
      // The pressed button is gone; move the focus to the picture.
      {...(isRequested && { ref: takeFocus, tabIndex: -1 })}
      {...(isSized ? { width: imageWidth, height: imageHeight } : { style: { aspectRatio: '16 / 9' } })}
    />
  )
}

type ContentProps = { item: ContentItem; session: number; step: number; minutes: number }

/** A map by name: unknown types of a newer server are skipped. */
const kinds = new Map<string, ComponentType<ContentProps>>([
  ['TEXT', TextContent],
  ['INSTRUCTION', InstructionContent],
  ['MENTOR_TIPS', MentorTipContent],
  ['ARTICLE', ArticleContent],
  ['HYPERLINK', HyperlinkContent],
  ['IMAGE', PictureContent],
  ['YOUTUBE', VideoContent],
  ['AUDIO', RecordingContent],
  ['VIDEO', RecordingContent],
  ['QUIZ', QuizContent],
])

export function StepContent({ session, step }: { session: number; step: Step }) {
  const t = useText()
  if (step.content.length === 0) return <p className={css.none}>{t('learning.step.empty')}</p>
  return step.content.map((item) => {
    const Content = kinds.get(item.contentType)
    return Content && <Content key={item.id} item={item} session={session} step={step.id} minutes={step.duration} />
  })
}

function TextContent({ item }: ContentProps) {
  const t = useText()
  return <RichText text={item.localeText || item.text || ''} linkHint={t('learning.session.newTab')} />
}

type BoxProps = { item: ContentItem }

/** Something to do away from the screen. */
function InstructionContent({ item }: BoxProps) {
  const t = useText()
  return <Box item={item} icon={edit} title={t('learning.step.instruction')} />
}

/** The server sends these only to mentors. */
function MentorTipContent({ item }: BoxProps) {
  const t = useText()
  return <Box item={item} icon={bulb} title={t('learning.step.mentorTip')} className={contentBoxCss.tip} />
}

function Box({ item, icon, title, className }: BoxProps & { icon: IconShape; title: string; className?: string | undefined }) {
  const t = useText()
  const titleId = useId()
  const text = item.localeText || item.text
  if (!text) return null
  return (
    <div className={classNames(contentBoxCss.box, className)} role="group" aria-labelledby={titleId}>
      <Icon of={icon} size={22} />
      <div className={contentBoxCss.words}>
        <b id={titleId}>{title}</b>
        <RichText level={3} text={text} linkHint={t('learning.session.newTab')} className={contentBoxCss.text} />
      </div>
    </div>
  )
}

type QuizContentProps = { item: ContentItem; session: number; step: number }

function QuizContent({ item, session, step }: QuizContentProps) {
  const t = useText()
  const router = useRouter()
  const { isReadOnly, mentorship, toQuiz } = useSessionContext()
  const history = useStepHistory(session, step)
  const titleId = useId()
  const { quiz, isAnswered, allowRetake } = item
  const waiting = useWaitingQuiz({ session, step, quiz: quiz?.id ?? 0 }, mentorship)
  if (!quiz || quiz.questions.length === 0) return null
  const help = plainTextOf(quiz.localeHelpText || quiz.helpText || '')
  const status = isAnswered ? 'quizAnswered' : isMandatory(quiz.questions) ? 'quizNeeded' : 'quizFree'
  const link = toQuiz(session, step, quiz.id)
  /** The page stays until the quiz script is loaded; a second press would add the quiz to the history twice. */
  function handlePress(event: MouseEvent) {
    const isPlain = !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey
    if (isPlain && router.latestLocation.href === router.buildLocation(link).href) event.preventDefault()
  }
  const render = <Link {...link} state={history.next} onClick={handlePress} />
  return (
    <section className={classNames(contentQuizCss.quiz, isAnswered && contentQuizCss.answered)} aria-labelledby={titleId}>
      <span className={contentQuizCss.sign}>
        <Icon of={isAnswered ? check : question} size={28} />
      </span>
      <div className={contentQuizCss.words}>
        <b id={titleId}>{t('learning.step.quiz')}</b>
        {help !== '' && <p>{help}</p>}
        <p className={contentQuizCss.facts}>
          {t('learning.step.questions', { count: quiz.questions.length })}
          {(isAnswered || !isReadOnly) && ` · ${t(`learning.step.${status}`)}`}
        </p>
        {waiting && <p className={contentQuizCss.facts}>{t(waiting.refusal?.text ?? 'outbox.here')}</p>}
        {isAnswered && !waiting && !isReadOnly && !allowRetake && (
          <p className={contentQuizCss.facts}>{t('learning.quiz.retakeNotAllowed')}</p>
        )}
      </div>
      {isAnswered && (
        <ButtonLink kind="line" className={contentQuizCss.button} render={render}>
          {t(allowRetake && !isReadOnly ? 'learning.step.retake' : 'learning.step.seeAnswers')}
        </ButtonLink>
      )}
      {!isAnswered && !isReadOnly && (
        <ButtonLink kind="accent" className={contentQuizCss.button} render={render}>
          {t('learning.step.takeQuiz')}
        </ButtonLink>
      )}
    </section>
  )
}
