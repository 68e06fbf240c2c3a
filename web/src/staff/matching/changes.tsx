import type { RunChange, RunChanges } from '@saathi/contract/matching/staff-calls'
import { Link } from '@tanstack/react-router'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import changesCss from './changes.module.css'
import css from './matching.module.css'

const tones: Record<RunChange['what'], ChipTone> = { new: 'ok', gone: 'bad', changed: 'warn' }

/** Mentees who gained, lost or changed their proposed mentor since the previous run. */
export function Changes({ changes }: { changes: RunChanges }) {
  const t = useText()
  const language = useLanguage()
  const { since, sinceDryRun, newCount, goneCount, changedCount, rows } = changes
  const count = newCount + goneCount + changedCount
  const values = { at: dayAndTime(since, language) }
  return (
    <Card bare className={css.box}>
      <h2 className={css.boxHead}>{t('staff.matching.changes')}</h2>
      <p className={css.none}>
        {t(sinceDryRun ? 'staff.matching.sinceTrial' : 'staff.matching.sinceRun', values)}{' '}
        {count === 0
          ? t('staff.matching.noChanges')
          : t('staff.matching.changeCounts', { new: newCount, gone: goneCount, changed: changedCount })}
      </p>
      {rows.length > 0 && (
        <ul className={changesCss.changes}>
          {rows.map(({ mentee, menteeName, what, before, now }) => (
            <li key={mentee}>
              <Chip tone={tones[what]}>{t(`staff.matching.change.${what}`)}</Chip>
              <span>
                <Link to="/staff/people/$personId" params={{ personId: String(mentee) }}>
                  <b dir="auto">{menteeName}</b>
                </Link>
                <small>
                  {what === 'changed'
                    ? t('staff.matching.changedFrom', { before: list(before, language), now: list(now, language) })
                    : t(`staff.matching.${what}With`, { names: list(what === 'new' ? now : before, language) })}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
      {count > rows.length && <p className={css.none}>{t('staff.matching.firstOf', { shown: rows.length, count })}</p>}
    </Card>
  )
}

const list = (names: readonly string[], language: string) => new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
