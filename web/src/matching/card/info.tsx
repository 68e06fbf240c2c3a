import { localeOf } from '@saathi/contract/core/message'
import type { MatchTracker, MatchCriterion } from '@saathi/contract/matching/entities'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { check, down, info } from '#core/ui/basic-icons.ts'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { minus } from '#core/ui/further-icons.ts'
import { close } from '#core/ui/icons.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { HomeFailed } from '#mentorship/public.ts'
import cardCriterionCss from './criterion.module.css'
import css from './info.module.css'
import { type Clash, matchIcons, rankCriteria } from './texts.ts'
import { matchInfoQuery } from '../queries.ts'

type CardInfoProps = { match: MatchTracker; clashes: readonly Clash[] }

/**
 * The person's bio, then the strongest reasons for the match, and the rest on request. Clashes are shown even before the reasons
 * are loaded.
 */
export function CardInfo({ match, clashes }: CardInfoProps) {
  const t = useText()
  const info = useQuery(matchInfoQuery(match.id))
  const name = match.displayName
  const criteria = info.data?.criteriaJson ?? []
  const known = new Set(criteria.map(({ key }) => key))
  const unknown = clashes.filter(({ key }) => !known.has(key))
  const clashKeys = new Set(clashes.map(({ key }) => key))
  const { strongest, rest } = rankCriteria(criteria, clashKeys)
  const rowOf = (criterion: MatchCriterion) => (
    <CardCriterion
      key={criterion.key}
      name={name}
      criterion={criterion}
      clash={clashes.find(({ key }) => key === criterion.key)}
    />
  )
  const about = info.data?.about ?? ''
  return (
    <div className={css.info}>
      {about && (
        <blockquote className={css.words} aria-label={t('matching.card.about', { name })} dir="auto">
          {about}
        </blockquote>
      )}
      {(strongest.length > 0 || unknown.length > 0) && (
        <ul className={css.criteria} aria-label={t('matching.card.criteria', { name })}>
          {unknown.map((clash) => (
            <CardCriterion key={clash.key} name={name} clash={clash} />
          ))}
          {strongest.map(rowOf)}
        </ul>
      )}
      {(rest.length > 0 || isLong(about)) && (
        <details className={css.rest}>
          <summary>
            {rest.length > 0 ? t('matching.card.rest', { count: rest.length }) : t('matching.card.more')}
            <span className="sr"> ({name})</span>
            <Icon of={down} size={18} />
          </summary>
          {rest.length > 0 && (
            <ul className={css.criteria} aria-label={t('matching.card.restOf', { name })}>
              {rest.map(rowOf)}
            </ul>
          )}
        </details>
      )}
      {info.data ? null : info.error ? (
        <HomeFailed small level={3} title={t('matching.card.failed')} query={info} />
      ) : (
        <SkeletonGroup label={t('matching.card.loading')} className={css.lines}>
          <Skeleton height="40px" />
          <Skeleton height="40px" />
          <Skeleton height="40px" />
        </SkeletonGroup>
      )}
    </div>
  )
}

/** Longer bios take more than three lines of the card and are shortened until the rest is opened. */
const LONG_LETTERS = 110
const isLong = (about: string): boolean => about.length > LONG_LETTERS || about.split('\n').length > 3

const marks = {
  alike: { icon: check, look: cardCriterionCss.alike, spoken: 'matching.card.alike' },
  differs: { icon: minus, look: cardCriterionCss.differs, spoken: 'matching.card.differs' },
  clashes: { icon: close, look: cardCriterionCss.clashes, spoken: 'matching.card.clashes' },
} as const

type CardCriterionProps = {
  /** The name of the person on the card. */
  name: string
  clash: Clash | undefined
  criterion?: MatchCriterion
}

/** One criterion in a sentence; a tap shows both answers and the help text. */
function CardCriterion({ name, clash, criterion }: CardCriterionProps) {
  const t = useText()
  const moreId = useId()
  const [isOpen, setOpen] = useState(false)
  const title = criterion?.localeMatchingCriteria || criterion?.matchingCriteria || clash?.own.name || ''
  const icon = criterion?.icon ?? clash?.own.icon
  const mark = marks[clash ? 'clashes' : criterion?.match ? 'alike' : 'differs']
  const listFormat = new Intl.ListFormat(localeOf(useLanguage()), { type: 'conjunction' })
  const answers = (words: readonly string[]) => listFormat.format(words) || t('matching.card.noAnswer')
  const sentence = clash
    ? t('matching.card.clash', { name, own: answers(clash.own.matchedAnswer), other: clash.other, theirs: answers(clash.theirs) })
    : criterion?.explanation

  const isReason = !clash && criterion?.match === true && sentence !== ''
  const row = (
    <>
      <span className={classNames(cardCriterionCss.mark, mark.look)}>
        <Icon of={isReason && icon ? matchIcons[icon] : mark.icon} size={18} />
      </span>
      <span className={cardCriterionCss.words}>
        {/* The title is hidden for reasons, which are clear without it. */}
        <b className={isReason ? 'sr' : cardCriterionCss.title}>
          {clash ? t('matching.card.must', { criterion: title }) : title}{' '}
        </b>
        <span className="sr">{t(mark.spoken)} </span>
        <span className={isReason ? cardCriterionCss.reason : undefined} dir="auto">
          {sentence}
        </span>
      </span>
    </>
  )
  if (!criterion) return <li className={classNames(cardCriterionCss.criterion, cardCriterionCss.row)}>{row}</li>
  return (
    <li className={cardCriterionCss.criterion}>
      <button
        type="button"
        className={classNames(cardCriterionCss.row, cardCriterionCss.button)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? moreId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {row}
        <Icon of={down} size={16} className={cardCriterionCss.sign} />
      </button>
      {isOpen && (
        <div id={moreId} className={cardCriterionCss.more}>
          <dl className={cardCriterionCss.both}>
            <dt>{t('matching.card.you')}</dt>
            <dd dir="auto">{criterion.answer || t('matching.card.unanswered')}</dd>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{criterion.matchedAnswer || t('matching.card.unanswered')}</dd>
          </dl>
          {criterion.helpText && (
            <p className={cardCriterionCss.help}>
              <Icon of={info} size={16} />
              {criterion.helpText}
            </p>
          )}
        </div>
      )}
    </li>
  )
}
