import { mustBeAnswered } from '@saathi/contract/questions/check-answers'
import type { Question } from '@saathi/contract/questions/entities'
import type { ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import css from './question-field.module.css'
import { helpOf, labelOf, titleOf } from './words.ts'

type QuestionHeadProps = {
  question: Question
  /** Of the one control it names; none where it is the legend of a group. */
  controlId: string | undefined
  helpId: string
  isHeading: boolean
  /** Says for those who hear the page what the mark says to the others. */
  saysRequired: boolean
}

/** Title, help and label. It may stand in a legend, which takes no blocks but headings. */
export function QuestionHead({ question, controlId, helpId, isHeading, saysRequired }: QuestionHeadProps) {
  const t = useText()
  const isMandatory = mustBeAnswered(question)
  const Title = isHeading ? 'h1' : 'span'
  return (
    <>
      <Title className={css.title}>
        <Naming controlId={controlId}>{titleOf(question)}</Naming>
        {isMandatory && (
          <span className={css.mark} aria-hidden="true">
            {' *'}
          </span>
        )}
      </Title>
      {isMandatory && saysRequired && (
        <span className="sr">
          <Naming controlId={controlId}>{t('questions.required')}</Naming>
        </span>
      )}
      {helpOf(question) && (
        <span className={css.help} id={helpId}>
          {helpOf(question)}
        </span>
      )}
      {labelOf(question) && (
        <span className={css.label}>
          <Naming controlId={controlId}>{labelOf(question)}</Naming>
        </span>
      )}
    </>
  )
}

function Naming({ controlId, children }: { controlId: string | undefined; children: ReactNode }) {
  return controlId ? <label htmlFor={controlId}>{children}</label> : children
}
