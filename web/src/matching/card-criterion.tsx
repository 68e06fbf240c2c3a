import { localeOf } from '@saathi/contract/core/message'
import type { MatchCriterion } from '@saathi/contract/matching/entities'
import { useId, useState } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { check, down, info } from '#core/ui/basic-icons.ts'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { close, minus } from '#core/ui/icons.ts'
import css from './card-criterion.module.css'
import type { Clash } from './card-texts.ts'
import { matchIcons } from './match-icons.ts'

const marks = {
  alike: { icon: check, look: css.alike, spoken: 'matching.card.alike' },
  differs: { icon: minus, look: css.differs, spoken: 'matching.card.differs' },
  clashes: { icon: close, look: css.clashes, spoken: 'matching.card.clashes' },
} as const

type CardCriterionProps = {
  /** The name of the person on the card. */
  name: string
  clash: Clash | undefined
  criterion?: MatchCriterion
}

/** One criterion in a sentence; a tap shows both answers and the help text. */
export function CardCriterion({ name, clash, criterion }: CardCriterionProps) {
  const t = useText()
  const moreId = useId()
  const [isOpen, setOpen] = useState(false)
  const title = criterion?.localeMatchingCriteria || criterion?.matchingCriteria || clash?.own.name || ''
  const icon = criterion?.icon ?? clash?.own.icon
  const mark = marks[clash ? 'clashes' : criterion?.match ? 'alike' : 'differs']
  const listed = new Intl.ListFormat(localeOf(useLanguage()), { type: 'conjunction' })
  const answers = (words: readonly string[]) => listed.format(words) || t('matching.card.noAnswer')
  const sentence = clash
    ? t('matching.card.clash', { name, own: answers(clash.own.matchedAnswer), other: clash.other, theirs: answers(clash.theirs) })
    : criterion?.explanation

  const row = (
    <>
      <span className={classNames(css.mark, mark.look)}>
        <Icon of={mark.icon} size={16} />
      </span>
      <span className={css.words}>
        <b className={css.title}>
          {icon && <Icon of={matchIcons[icon]} size={14} />}
          {clash ? t('matching.card.must', { criterion: title }) : title}
        </b>
        <span className="sr">{t(mark.spoken)} </span>
        <span dir="auto">{sentence}</span>
      </span>
    </>
  )
  if (!criterion) return <li className={classNames(css.criterion, css.row)}>{row}</li>
  return (
    <li className={css.criterion}>
      <button
        type="button"
        className={classNames(css.row, css.button)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? moreId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {row}
        <Icon of={down} size={16} className={css.sign} />
      </button>
      {isOpen && (
        <div id={moreId} className={css.more}>
          <dl className={css.both}>
            <dt>{t('matching.card.you')}</dt>
            <dd dir="auto">{criterion.answer || t('matching.card.unanswered')}</dd>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{criterion.matchedAnswer || t('matching.card.unanswered')}</dd>
          </dl>
          {criterion.helpText && (
            <p className={css.help}>
              <Icon of={info} size={16} />
              {criterion.helpText}
            </p>
          )}
        </div>
      )}
    </li>
  )
}
