import type { PersonRow } from '@saathi/contract/staff/people-calls'
import { useText } from '#core/i18n/texts.tsx'
import type { Choice } from '../bulk/bar.tsx'
import css from './people.module.css'

type ChooseProps = { choice: Choice; onChoose: (choice: Choice) => void }

export const isChosen = ({ ids, all }: Choice, id: number): boolean => all !== null || ids.has(id)

/** Selects or deselects people. "All that match" then ends, and only the people selected one by one stay selected. */
function choose(choice: Choice, ids: readonly number[], isOn: boolean): Choice {
  const next = new Set(choice.ids)
  for (const id of ids) {
    if (isOn) next.add(id)
    else next.delete(id)
  }
  return { ids: next, all: null }
}

export function ChoosePerson({ row: { id, name }, choice, onChoose }: ChooseProps & { row: PersonRow }) {
  const t = useText()
  return (
    <label className={css.choose}>
      <input
        type="checkbox"
        checked={isChosen(choice, id)}
        onChange={({ target }) => onChoose(choose(choice, [id], target.checked))}
      />
      <span className="sr">{t('staff.bulk.choose', { name })}</span>
    </label>
  )
}

/** The heading of the column: everyone on this page. */
export function ChoosePage({ rows, choice, onChoose }: ChooseProps & { rows: readonly PersonRow[] }) {
  const t = useText()
  const ids = rows.map(({ id }) => id)
  return (
    <span className={css.row}>
      <label className={css.choose}>
        <input
          type="checkbox"
          checked={ids.every((id) => isChosen(choice, id))}
          onChange={({ target }) => onChoose(choose(choice, ids, target.checked))}
        />
        <span className="sr">{t('staff.bulk.choosePage')}</span>
      </label>
      {t('staff.people.person')}
    </span>
  )
}
