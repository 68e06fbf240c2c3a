import { isForInstance, StaffRole } from '@saathi/contract/accounts/roles'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { useConsole } from '../queries.ts'

const everywhere = 'everywhere'

/** The role and the programme that are chosen. `programme` is null if the role is for all programmes. */
export function useRightChoice(roles: readonly StaffRole[]) {
  const { programmes, rights } = useConsole()
  const isEverywhere = rights.some(({ projectId }) => projectId === null)
  const [role, setRole] = useState<StaffRole | undefined>(roles[0])
  const [place, setPlace] = useState(isEverywhere ? everywhere : String(programmes[0]?.id ?? everywhere))
  const hasPlace = role !== undefined && !isForInstance(role)
  const programme = hasPlace ? (programmes.find(({ id }) => String(id) === place) ?? null) : null
  return { roles, programmes, isEverywhere, role, setRole, place, setPlace, hasPlace, programme }
}

export function RightFields({ choice }: { choice: ReturnType<typeof useRightChoice> }) {
  const t = useText()
  const { roles, programmes, isEverywhere, role, setRole, place, setPlace, hasPlace } = choice
  return (
    <>
      <Field label={t('staff.team.role')} help={role && t(`staff.role.${role}`)}>
        <Select value={role} onChange={({ target }) => setRole(StaffRole.safeParse(target.value).data)}>
          {roles.map((each) => (
            <option key={each} value={each}>
              {t(`profile.role.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      {hasPlace && (
        <Field label={t('staff.team.where')}>
          <Select value={place} onChange={({ target }) => setPlace(target.value)}>
            {isEverywhere && <option value={everywhere}>{t('staff.team.everywhere')}</option>}
            {programmes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  )
}
