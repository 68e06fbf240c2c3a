import { mustBeAnswered } from '@saathi/contract/questions/answers'
import type { Question } from '@saathi/contract/questions/entities'
import type { ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import css from './question-field.module.css'
import { helpOf, labelOf, titleOf } from './words.ts'

type QuestionHeadProps = {
  question: Question
  /** Id of the labelled control; undefined for the legend of a group. */
  controlId: string | undefined
  helpId: string
  isHeading: boolean
  /** The meaning of the mark, for screen readers. */
  saysRequired: boolean
}

/** Title, help and label. It may be inside a legend, which allows no block elements except headings. */
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
