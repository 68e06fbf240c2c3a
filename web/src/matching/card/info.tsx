import { localeOf } from '@saathi/contract/core/message'
import type { MatchTracker, MatchCriterion } from '@saathi/contract/matching/entities'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { check, down, info } from '#core/ui/basic-icons.ts'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { close, minus } from '#core/ui/icons.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { HomeFailed } from '#mentorship/public.ts'
import cardAboutCss from './about.module.css'
import cardCriterionCss from './criterion.module.css'
import css from './info.module.css'
import { type Clash, matchIcons } from './texts.ts'
import { matchInfoQuery } from '../queries.ts'

type CardInfoProps = { match: MatchTracker; clashes: readonly Clash[] }

/** Why they may fit. Clashes are known without the request, and are shown even if it fails. */
export function CardInfo({ match, clashes }: CardInfoProps) {
  const t = useText()
  const info = useQuery(matchInfoQuery(match.id))
  const name = match.displayName
  const criteria = info.data?.criteriaJson.toSorted((one, other) => one.order - other.order) ?? []
  const known = new Set(criteria.map(({ key }) => key))
  const unknown = clashes.filter(({ key }) => !known.has(key))
  return (
    <div className={css.info}>
      {(criteria.length > 0 || unknown.length > 0) && (
        <ul className={css.criteria} aria-label={t('matching.card.criteria', { name })}>
          {unknown.map((clash) => (
            <CardCriterion key={clash.key} name={name} clash={clash} />
          ))}
          {criteria.map((criterion) => (
            <CardCriterion
              key={criterion.key}
              name={name}
              criterion={criterion}
              clash={clashes.find(({ key }) => key === criterion.key)}
            />
          ))}
        </ul>
      )}
      {info.data ? (
        info.data.about && <CardAbout name={name} about={info.data.about} />
      ) : info.error ? (
        <HomeFailed small level={3} title={t('matching.card.failed')} asked={info} />
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

/** About three lines of a card. */
const SHORT_LETTERS = 120

function CardAbout({ name, about }: { name: string; about: string }) {
  const t = useText()
  const textId = useId()
  const [isOpen, setOpen] = useState(false)
  const isLong = about.length > SHORT_LETTERS
  return (
    <div className={cardAboutCss.about}>
      <h3 className={cardAboutCss.title}>{t('matching.card.about', { name })}</h3>
      <p id={textId} className={isLong && !isOpen ? cardAboutCss.short : cardAboutCss.text} dir="auto">
        {about}
      </p>
      {isLong && (
        <Button
          kind="quiet"
          size="sm"
          className={cardAboutCss.button}
          aria-label={t(isOpen ? 'matching.card.less.of' : 'matching.card.more.of', { name })}
          aria-expanded={isOpen}
          aria-controls={textId}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'matching.card.less' : 'matching.card.more')}
        </Button>
      )}
    </div>
  )
}

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
  const listed = new Intl.ListFormat(localeOf(useLanguage()), { type: 'conjunction' })
  const answers = (words: readonly string[]) => listed.format(words) || t('matching.card.noAnswer')
  const sentence = clash
    ? t('matching.card.clash', { name, own: answers(clash.own.matchedAnswer), other: clash.other, theirs: answers(clash.theirs) })
    : criterion?.explanation

  const row = (
    <>
      <span className={classNames(cardCriterionCss.mark, mark.look)}>
        <Icon of={mark.icon} size={16} />
      </span>
      <span className={cardCriterionCss.words}>
        <b className={cardCriterionCss.title}>
          {icon && <Icon of={matchIcons[icon]} size={14} />}
          {clash ? t('matching.card.must', { criterion: title }) : title}
        </b>
        <span className="sr">{t(mark.spoken)} </span>
        <span dir="auto">{sentence}</span>
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
