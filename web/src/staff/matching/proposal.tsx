import type { ComparedCriterion } from '@saathi/contract/matching/staff-calls'
import type { ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { minus } from '#core/ui/further-icons.ts'
import { check } from '#core/ui/icons.ts'
import css from './matching.module.css'

type ProposalProps = {
  mentee: string
  menteeText: string
  mentor: string
  mentorText: string
  compared: readonly ComparedCriterion[]
  isOut?: boolean
  children?: ReactNode
}

/** Two people joined by a line, and for each criterion whether they share an answer. */
export function Proposal({ mentee, menteeText, mentor, mentorText, compared, isOut = false, children }: ProposalProps) {
  const t = useText()
  return (
    <li data-out={isOut || undefined}>
      <div className={css.two}>
        <Person name={mentee} text={menteeText} />
        <span className={css.thread} aria-hidden="true" />
        <Person name={mentor} text={mentorText} />
      </div>
      <ul className={css.reasons} aria-label={t('staff.matching.reasons')}>
        {compared.map(({ name, shared }) => (
          <li key={name} data-differs={shared.length === 0 || undefined}>
            <Icon of={shared.length > 0 ? check : minus} size={14} />
            {shared.length > 0 ? `${name}: ${shared.join(', ')}` : t('staff.matching.differs', { name })}
          </li>
        ))}
      </ul>
      {children}
    </li>
  )
}

function Person({ name, text }: { name: string; text: string }) {
  return (
    <span className={css.person}>
      <Avatar name={name} size="sm" />
      <span>
        <b dir="auto">{name}</b>
        <small>{text}</small>
      </span>
    </span>
  )
}
