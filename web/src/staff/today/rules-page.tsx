import type { RuleSetting } from '@saathi/contract/worklist/entities'
import { workLimits } from '@saathi/contract/worklist/rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Checkbox } from '#core/ui/form/checkbox.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { FilterSelect } from '../kit/filter-bar.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { Table } from '../kit/table.tsx'
import { useConsole } from '../queries.ts'
import { previewQuery, useSetRule, workRulesQuery } from './queries.ts'
import css from './today.module.css'

/** The rules of the worklist, for each programme. */
export function WorkRulesPage() {
  const t = useText()
  const { programmes } = useConsole()
  const [chosen, setChosen] = useState(programmes[0]?.id ?? 0)
  return (
    <>
      <p>
        <Link to="/staff/today">{t('staff.rules.back')}</Link>
      </p>
      <PageHead
        title={t('staff.rules.title')}
        text={t('staff.rules.text')}
        actions={
          programmes.length > 1 && (
            <FilterSelect
              label={t('staff.people.programme')}
              value={String(chosen)}
              options={programmes.map(({ id, name }) => [String(id), name] as const)}
              onChange={(id) => setChosen(Number(id))}
            />
          )
        }
      />
      <div className={css.page}>
        {chosen === 0 ? (
          <Card>
            <p>{t('staff.home.noProgramme')}</p>
          </Card>
        ) : (
          <Rules key={chosen} programmeId={chosen} />
        )}
      </div>
    </>
  )
}

function Rules({ programmeId }: { programmeId: number }) {
  const t = useText()
  const language = useLanguage()
  const found = useQuery(workRulesQuery(programmeId))
  const [changing, setChanging] = useState<RuleSetting | null>(null)
  return (
    <QueryStates query={found}>
      {({ rules, programme }) => (
        <>
          <Table
            label={t('staff.rules.of', { name: programme })}
            rows={rules}
            rowKey={({ rule }) => rule}
            columns={[
              {
                key: 'rule',
                head: t('staff.rules.rule'),
                isTitle: true,
                renderCell: ({ rule, limit, isOn }) => (
                  <span>
                    <b>{t(`staff.today.chip.${rule}`)}</b>
                    <br />
                    <small className={css.meta}>{isOn ? t(`staff.today.rule.${rule}`, { limit }) : t('staff.rules.off')}</small>
                  </span>
                ),
              },
              {
                key: 'changed',
                head: t('staff.rules.changed'),
                renderCell: ({ changedAt, changedBy }) =>
                  changedAt
                    ? t('staff.rules.changedBy', { name: changedBy ?? '', day: shortDay(changedAt, language) })
                    : t('staff.rules.usual'),
              },
              { key: 'open', head: t('staff.rules.open'), isNumber: true, renderCell: ({ open }) => open },
              {
                key: 'act',
                head: <span className="sr">{t('staff.rules.change')}</span>,
                renderCell: (setting) => (
                  <Button
                    kind="line"
                    size="sm"
                    aria-label={`${t('staff.rules.change')}: ${t(`staff.today.chip.${setting.rule}`)}`}
                    onClick={() => setChanging(setting)}
                  >
                    {t('staff.rules.change')}
                  </Button>
                ),
              },
            ]}
          />
          {changing && <RuleDialog programmeId={programmeId} setting={changing} onClose={() => setChanging(null)} />}
        </>
      )}
    </QueryStates>
  )
}

type RuleDialogProps = { programmeId: number; setting: RuleSetting; onClose: () => void }

/** Before saving, shows how many rows the change would open today. */
function RuleDialog({ programmeId, setting, onClose }: RuleDialogProps) {
  const t = useText()
  const { rule } = setting
  const { unit, min, max } = workLimits[rule]
  const [isOn, setOn] = useState(setting.isOn)
  const [typed, setTyped] = useState(String(setting.limit))
  const limit = Number(typed)
  const isValid = Number.isInteger(limit) && limit >= min && limit <= max
  const preview = useQuery({ ...previewQuery(programmeId, rule, limit), enabled: isOn && isValid })
  const setRule = useSetRule(programmeId, rule, onClose)
  return (
    <FormDialog
      action={setRule}
      title={t(`staff.today.chip.${rule}`)}
      text={t(`staff.today.ends.${rule}`)}
      button={t('staff.rules.save')}
      onClose={onClose}
      onSubmit={() => setRule.mutate({ isOn, limit, version: setting.version })}
    >
      <Checkbox checked={isOn} onChange={({ target }) => setOn(target.checked)}>
        {t('staff.rules.on')}
      </Checkbox>
      <Field label={t(`staff.rules.unit.${unit}`)} help={t('staff.rules.range', { min, max })} required>
        <TextInput
          type="number"
          inputMode="numeric"
          required
          min={min}
          max={max}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <p className={css.preview} role="status">
        {!isOn
          ? t('staff.rules.previewOff', { count: setting.open })
          : preview.data
            ? t('staff.rules.preview', { count: preview.data.count, names: preview.data.names.join(', ') })
            : preview.isError
              ? t('staff.failed.title')
              : t('app.loading')}
      </p>
    </FormDialog>
  )
}
