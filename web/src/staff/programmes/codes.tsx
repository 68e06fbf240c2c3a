import type { InstitutionCode, Programme } from '@saathi/contract/staff/programme-calls'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { plus } from '#core/ui/icons.ts'
import { SectionHead } from '#core/ui/section-head.tsx'
import kitCss from '../kit/kit.module.css'
import { type Column, Table } from '../kit/table.tsx'
import { CodeDialog } from './code-dialog.tsx'
import css from './programmes.module.css'

const tones: Record<InstitutionCode['state'], ChipTone> = { open: 'ok', off: 'plain', ended: 'bad', full: 'warn' }

/** The institution codes with which mentors sign up. */
export function Codes({ programme }: { programme: Programme }) {
  const t = useText()
  const language = useLanguage()
  const [editing, setEditing] = useState<InstitutionCode | 'new' | null>(null)
  const columns: Column<InstitutionCode>[] = [
    {
      key: 'code',
      head: t('staff.code.code'),
      isTitle: true,
      renderCell: ({ code, name }) => (
        <span>
          <b dir="ltr">{code}</b>
          <small className={kitCss.sub} dir="auto">
            {name}
          </small>
        </span>
      ),
    },
    {
      key: 'cohort',
      head: t('staff.code.cohort'),
      renderCell: ({ cohortId }) => programme.cohorts.find(({ id }) => id === cohortId)?.name ?? t('staff.code.openCohort'),
    },
    {
      key: 'used',
      head: t('staff.code.used'),
      isNumber: true,
      renderCell: ({ used, places }) => (places === null ? used : t('staff.code.usedOf', { used, places })),
    },
    {
      key: 'ends',
      head: t('staff.code.ends'),
      renderCell: ({ endsOn }) => (endsOn === null ? t('staff.programme.noEnd') : shortDay(endsOn, language)),
    },
    {
      key: 'state',
      head: t('staff.programmes.state'),
      renderCell: ({ state }) => <Chip tone={tones[state]}>{t(`staff.code.state.${state}`)}</Chip>,
    },
    {
      key: 'change',
      head: <span className="sr">{t('staff.programme.change')}</span>,
      renderCell: (code) => (
        <Button size="sm" kind="line" onClick={() => setEditing(code)}>
          {t('staff.programme.change')} <span className="sr">{code.code}</span>
        </Button>
      ),
    },
  ]
  return (
    <section className={css.section} aria-labelledby="programme-codes">
      <SectionHead
        id="programme-codes"
        title={t('staff.code.title')}
        action={
          <Button size="sm" kind="line" onClick={() => setEditing('new')}>
            <Icon of={plus} size={18} /> {t('staff.code.new')}
          </Button>
        }
      />
      {programme.codes.length === 0 ? (
        <Empty small level={3} title={t('staff.code.none')} text={t('staff.code.noneText')} />
      ) : (
        <Table label={t('staff.code.title')} columns={columns} rows={programme.codes} rowKey={({ code }) => code} />
      )}
      {editing !== null && (
        <CodeDialog programme={programme} code={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </section>
  )
}
