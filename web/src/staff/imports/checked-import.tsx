import type { ImportRun } from '@saathi/contract/accounts/import-calls'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Switch } from '#core/ui/form/switch.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { download } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { saveFile } from '../kit/save-file.ts'
import css from './imports.module.css'
import { useExportLeftOut, useSetUpdatesExisting } from './queries.ts'
import { ProblemRows } from './problem-rows.tsx'

/** The dry run: figures, the rows to fix, and how the columns were read. */
export function CheckedImport({ run }: { run: ImportRun }) {
  const t = useText()
  const { create, update, unchanged, skipped, refused, corrected } = run.counts
  const hasProblems = refused + skipped + corrected > 0
  return (
    <>
      <section className={css.stats} aria-label={t('staff.import.counts')}>
        <Figure label={t('staff.import.new')} value={create} text={t('staff.import.newText')} tone="ok" />
        {run.updatesExisting && (
          <Figure label={t('staff.import.toChange')} value={update} text={t('staff.import.toChangeText')} tone="ok" />
        )}
        <Figure label={t('staff.import.same')} value={unchanged} text={t('staff.import.sameText')} />
        <Figure label={t('staff.import.skipped')} value={skipped} text={t('staff.import.skippedText')} />
        <Figure
          label={t('staff.import.refused')}
          value={refused}
          text={t('staff.import.refusedText')}
          tone={refused > 0 ? 'bad' : undefined}
        />
      </section>
      <ExistingPeople run={run} />
      <Note tone="info" title={t('staff.import.nothingYet')}>
        {t('staff.import.nothingYetText')}
      </Note>
      {hasProblems ? (
        <>
          <div className={css.cardHead}>
            <p className={css.hint}>{t('staff.import.problemRows', { refused, skipped, corrected })}</p>
            {refused + skipped > 0 && <DownloadRows run={run} />}
          </div>
          <ProblemRows run={run} />
        </>
      ) : (
        <Note tone="ok" title={t('staff.import.noProblems')}>
          {t('staff.import.noProblemsText')}
        </Note>
      )}
      <Card>
        <h2>{t('staff.import.mapping')}</h2>
        <dl className={css.columns}>
          {run.columns.map(({ header, field }, at) => (
            <div key={at}>
              <dt dir="auto">{header || '–'}</dt>
              <dd>{field === null ? t('staff.import.ignored') : t(`staff.import.field.${field}`)}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  )
}

/** Chooses whether the import also changes existing accounts; off by default. */
function ExistingPeople({ run: { id, updatesExisting, counts } }: { run: ImportRun }) {
  const t = useText()
  const choosing = useSetUpdatesExisting(id)
  const isChosen = choosing.isPending ? choosing.variables : updatesExisting
  return (
    <Card>
      <div className={css.cardHead}>
        <h2>{t('staff.import.existing')}</h2>
        <Switch
          label={t('staff.import.existingSwitch')}
          checked={isChosen}
          onChange={(next) => !choosing.isPending && choosing.mutate(next)}
        />
      </div>
      <p className={css.hint}>{t('staff.import.existingText')}</p>
      <p role="status" className={css.hint}>
        {choosing.isPending
          ? t('staff.import.checkingAgain')
          : updatesExisting && t('staff.import.existingCount', { count: counts.update })}
      </p>
      <RefusalNote error={choosing.error} />
    </Card>
  )
}

type FigureProps = { label: string; value: number; text: string; tone?: 'ok' | 'bad' | undefined }

function Figure({ label, value, text, tone }: FigureProps) {
  return (
    <div data-tone={tone}>
      <span>{label}</span>
      <b>{value}</b>
      <small>{text}</small>
    </div>
  )
}

/** The rows that create nobody, to be corrected in a spreadsheet. */
export function DownloadRows({ run: { id, fileName } }: { run: ImportRun }) {
  const t = useText()
  const exporting = useExportLeftOut(id, (csv) => saveFile(csv, `${fileName.replace(/\.\w{1,5}$/, '')}-left-out.csv`))
  return (
    <>
      <Button kind="line" size="sm" busy={exporting.isPending} busyLabel={t('staff.busy')} onClick={() => exporting.mutate()}>
        <Icon of={download} /> {t('staff.import.download')}
      </Button>
      <RefusalNote error={exporting.error} />
    </>
  )
}
