import { setFilterMode } from '@saathi/contract/chat/filter-calls'
import { FilterMode } from '@saathi/contract/chat/filter'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { OptionGroup } from '#core/ui/form/option.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { useConsole } from '../queries.ts'
import css from './filter.module.css'
import { filterQuery, useFilterAct } from './filter-queries.ts'
import { FilterRules } from './filter-rules.tsx'

/** How a programme's chats treat contact data, and the programme's own rules. The programme is in the address. */
export function FilterPage() {
  const t = useText()
  const navigate = useNavigate()
  const { programmes } = useConsole()
  const search: { programme?: string } = useSearch({ strict: false })
  const programme = programmes.find(({ id }) => String(id) === search.programme) ?? programmes[0]
  return (
    <>
      <PageHead title={t('staff.filter.title')} text={t('staff.filter.text')} />
      {programme ? (
        <div className={css.page}>
          <Field label={t('staff.safety.programme')}>
            <Select
              value={programme.id}
              onChange={({ target }) =>
                void navigate({ to: '/staff/safety/filter', search: { programme: target.value }, replace: true })
              }
            >
              {programmes.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <ProgrammeFilter key={programme.id} projectId={programme.id} />
        </div>
      ) : (
        <Empty title={t('staff.filter.noProgramme')} />
      )}
    </>
  )
}

function ProgrammeFilter({ projectId }: { projectId: number }) {
  const query = useQuery(filterQuery(projectId))
  return (
    <QueryStates query={query}>
      {({ mode, rules }) => (
        <>
          <Mode key={mode} projectId={projectId} mode={mode} />
          <FilterRules projectId={projectId} rules={rules} isOff={mode === 'off'} />
        </>
      )}
    </QueryStates>
  )
}

function Mode({ projectId, mode }: { projectId: number; mode: FilterMode }) {
  const t = useText()
  const [chosen, setChosen] = useState(mode)
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const setting = useFilterAct(projectId, setFilterMode, () => {
    showToast({ text: t('staff.filter.saved') })
    setAsking(false)
  })
  const options = FilterMode.options.map((value) => ({
    value,
    label: (
      <span>
        <b>{t(`staff.filter.mode.${value}`)}</b>
        <small className={css.meta}>{t(`staff.filter.mode.${value}Text`)}</small>
      </span>
    ),
  }))
  return (
    <Card>
      <OptionGroup
        legend={t('staff.filter.question')}
        options={options}
        value={chosen}
        onChoose={(value) => setChosen(FilterMode.parse(value))}
      />
      <p className={css.meta}>{t('staff.filter.exempt')}</p>
      <Button kind="primary" disabled={chosen === mode} onClick={() => setAsking(true)}>
        {t('staff.filter.save')}
      </Button>
      {isAsking && (
        <FormDialog
          action={setting}
          title={t(`staff.filter.mode.${chosen}`)}
          text={t(`staff.filter.mode.${chosen}Text`)}
          button={t('staff.filter.save')}
          onClose={() => setAsking(false)}
          onSubmit={() => setting.mutate({ params: { projectId }, body: { mode: chosen, reason } })}
        >
          <ReasonField value={reason} onChange={setReason} help={t('staff.filter.reasonHelp')} />
        </FormDialog>
      )}
    </Card>
  )
}
