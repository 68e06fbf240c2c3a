import { GROUP_MAX_MENTEES } from '@saathi/contract/content/group-size'
import type { GroupType } from '@saathi/contract/mentorship/entities'
import { type MatchingPlan, PlanStrength, type Programme } from '@saathi/contract/staff/programme-calls'
import { type SubmitEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Checkbox } from '#core/ui/form/checkbox.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { ConfirmFirst } from '../kit/confirm-first.tsx'
import { AskUnsaved, useUnsaved } from '../kit/unsaved.tsx'
import { NumberField } from './number-field.tsx'
import { PartNote } from './part-note.tsx'
import css from './plan.module.css'
import { useSetPlan } from './queries.ts'

/** The matching criteria, their weights, and how offers are made. */
export function Plan({ programme, onReload }: { programme: Programme; onReload: () => void }) {
  const t = useText()
  const { plan } = programme
  return (
    <Card className={css.card}>
      <h2>{t('staff.programme.matching')}</h2>
      {plan === null ? (
        <Note title={t('staff.plan.nothing')}>{t('staff.programme.fromFolder')}</Note>
      ) : (
        <PlanForm programme={programme} plan={plan} onReload={onReload} />
      )}
    </Card>
  )
}

type NumberName = Exclude<keyof MatchingPlan, 'criteria' | 'needsReview' | 'needsApproval'>

const limits: Record<NumberName, readonly [min: number, max: number]> = {
  expiryHours: [1, 720],
  places: [1, 10],
  groupSize: [2, GROUP_MAX_MENTEES],
  groupMinimum: [2, GROUP_MAX_MENTEES],
  groupStartsIn: [1, 5],
  shortlist: [1, 20],
  exposure: [1, 10],
}
const numbersOf: Record<GroupType, readonly NumberName[]> = {
  '1to1': ['places', 'expiryHours', 'shortlist', 'exposure'],
  '1toM': ['groupSize', 'groupMinimum', 'groupStartsIn', 'expiryHours', 'shortlist', 'exposure'],
}
type Numbers = Record<NumberName, number | null>

const isComplete = (numbers: Numbers): numbers is Record<NumberName, number> =>
  Object.values(numbers).every((number) => number !== null)

type PlanFormProps = { programme: Programme; plan: MatchingPlan; onReload: () => void }

function PlanForm({ programme: { id, groupType, hasPlan, counts, versions }, plan, onReload }: PlanFormProps) {
  const t = useText()
  const { criteria, needsReview, needsApproval, ...rest } = plan
  const [strengths, setStrengths] = useState(new Map(criteria.map(({ key, strength }) => [key, strength])))
  const [numbers, setNumbers] = useState<Numbers>(rest)
  const [team, setTeam] = useState({ needsReview, needsApproval })
  const [version, setVersion] = useState(versions.plan)
  const unsaved = useUnsaved([[...strengths], numbers, team])
  const saving = useSetPlan(id, (saved) => {
    unsaved.markSaved()
    setVersion(saved.versions.plan)
    showToast({ text: t('staff.programme.saved') })
  })

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (saving.isPending || !isComplete(numbers)) return
    const chosen = criteria.map(({ key }) => ({ key, strength: strengths.get(key) ?? 'off' }))
    unsaved.markSent()
    saving.mutate({ ...numbers, ...team, criteria: chosen, version })
  }

  return (
    <form className={css.form} onSubmit={handleSubmit}>
      {!hasPlan && <Note tone="warn">{t('staff.plan.none')}</Note>}
      <ul className={css.criteria}>
        {criteria.map(({ key, name, helpText, canBeMust }) => (
          <li key={key}>
            <Field label={<span dir="auto">{name}</span>} help={helpText} className={css.criterion}>
              <Select
                value={strengths.get(key)}
                onChange={({ target }) => setStrengths(new Map(strengths).set(key, PlanStrength.parse(target.value)))}
              >
                {PlanStrength.options
                  .filter((strength) => strength !== 'must' || canBeMust || strengths.get(key) === 'must')
                  .map((strength) => (
                    <option key={strength} value={strength}>
                      {t(`staff.plan.strength.${strength}`)}
                    </option>
                  ))}
              </Select>
            </Field>
          </li>
        ))}
      </ul>
      <p className={css.hint}>{t('staff.plan.mustHelp')}</p>
      <div className={css.numbers}>
        {numbersOf[groupType].map((name) => (
          <NumberField
            key={name}
            label={t(`staff.plan.${name}`)}
            min={limits[name][0]}
            max={limits[name][1]}
            value={numbers[name]}
            onChange={(value) => setNumbers({ ...numbers, [name]: value })}
          />
        ))}
      </div>
      <div className={css.choices}>
        <Checkbox checked={team.needsApproval} onChange={({ target }) => setTeam({ ...team, needsApproval: target.checked })}>
          {t('staff.plan.needsApproval')}
        </Checkbox>
        <Checkbox checked={team.needsReview} onChange={({ target }) => setTeam({ ...team, needsReview: target.checked })}>
          {t('staff.plan.needsReview')}
        </Checkbox>
      </div>
      <p className={css.hint}>{t('staff.plan.reach', { waiting: counts.waiting, offers: counts.openOffers })}</p>
      <PartNote error={saving.error} onReload={onReload} />
      <Button type="submit" kind="primary" busy={saving.isPending} busyLabel={t('staff.busy')}>
        {t('staff.programme.save')}
      </Button>
      <ConfirmFirst action={saving} />
      <AskUnsaved isDirty={unsaved.isDirty} />
    </form>
  )
}
