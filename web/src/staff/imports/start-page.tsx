import { IMPORT_MAX_BYTES } from '@saathi/contract/accounts/import-calls'
import { ImportField, requiredFields } from '@saathi/contract/accounts/import-columns'
import type { TextKey } from '@saathi/contract/texts'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { upload } from '#core/ui/further-icons.ts'
import { download } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { OfflineNote } from '#core/ui/offline-note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { PageHead } from '../kit/page-head.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { saveFile } from '../kit/save-file.ts'
import css from './imports.module.css'
import { LastImports } from './last-imports.tsx'
import { useUploadImport } from './queries.ts'
import { ImportSteps } from './steps.tsx'

/** Chooses a file. The check has its own address, which survives a reload. */
export function ImportStartPage() {
  const t = useText()
  return (
    <>
      <p>
        <Link to="/staff/people">{t('staff.import.back')}</Link>
      </p>
      <PageHead title={t('staff.import.title')} text={t('staff.import.text')} />
      <div className={css.page}>
        <ImportSteps current="file" />
        <OfflineNote title={t('error.network')} text={t('staff.import.offline')} />
        <FileCard />
        <ColumnsCard />
        <LastImports />
      </div>
    </>
  )
}

function FileCard() {
  const t = useText()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const uploading = useUploadImport(({ runId, isKnown }) => {
    if (isKnown) showToast({ text: t('staff.import.known') })
    void navigate({ to: '/staff/people/import/$runId', params: { runId: String(runId) } })
  })
  function handleFile(file: File | undefined) {
    if (!file || uploading.isPending) return
    setTooLarge(file.size > IMPORT_MAX_BYTES)
    if (file.size <= IMPORT_MAX_BYTES) uploading.mutate(file)
  }
  function handleChoose(event: ChangeEvent<HTMLInputElement>) {
    handleFile(event.target.files?.[0])
    // Reset, so that the same file can be chosen again after it was changed.
    event.target.value = ''
  }
  function handleDrop(event: DragEvent) {
    event.preventDefault()
    handleFile(event.dataTransfer.files[0])
  }
  return (
    <Card className={css.file} onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
      <h2>{t('staff.import.choose')}</h2>
      <p>{t('staff.import.chooseText')}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx"
        aria-label={t('staff.import.choose')}
        onChange={handleChoose}
      />
      <div className={css.buttons}>
        <Button
          kind="primary"
          busy={uploading.isPending}
          busyLabel={t('staff.import.reading')}
          onClick={() => input.current?.click()}
        >
          <Icon of={upload} /> {t('staff.import.choose')}
        </Button>
        <span className={css.hint}>{t('staff.import.drop')}</span>
      </div>
      {isTooLarge && (
        <Note tone="bad" live="alert">
          {t('staff.import.tooLarge')}
        </Note>
      )}
      <RefusalNote error={uploading.error} />
    </Card>
  )
}

const helpOf: Readonly<Partial<Record<ImportField, TextKey>>> = {
  firstName: 'staff.import.help.name',
  role: 'staff.import.help.role',
  programme: 'staff.import.help.programme',
  cohort: 'staff.import.help.cohort',
  startsOn: 'staff.import.help.startsOn',
  language: 'staff.import.help.language',
  institution: 'staff.import.help.institution',
}

function ColumnsCard() {
  const t = useText()
  const heads = ImportField.options.map((field) => t(`staff.import.field.${field}`))
  return (
    <Card>
      <div className={css.cardHead}>
        <h2>{t('staff.import.columnsTitle')}</h2>
        {/* With a byte order mark, so that spreadsheets read it as UTF-8. */}
        <Button kind="line" size="sm" onClick={() => saveFile(`\uFEFF${heads.join(',')}\r\n`, 'saathi-people.csv')}>
          <Icon of={download} /> {t('staff.import.template')}
        </Button>
      </div>
      <p className={css.hint}>{t('staff.import.columnsText')}</p>
      <dl className={css.columns}>
        {ImportField.options.map((field) => {
          const help = helpOf[field]
          const isNeeded = requiredFields.includes(field) || field === 'programme'
          return (
            <div key={field}>
              <dt>
                {t(`staff.import.field.${field}`)}
                <small>{t(isNeeded ? 'staff.import.needed' : 'staff.import.optional')}</small>
              </dt>
              {help && <dd>{t(help)}</dd>}
            </div>
          )
        })}
      </dl>
    </Card>
  )
}
