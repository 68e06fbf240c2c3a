import { localeOf } from '@saathi/contract/core/message'
import { errorTextKey } from '#core/error-text.ts'
import { type Translate, useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Note } from '#core/ui/note.tsx'
import type { DrillTiming } from './dev-api.ts'
import { DevFrame } from './dev-frame.tsx'
import css from './drill-page.module.css'
import { useSafetyDrill } from './queries.ts'

/** A drill of the safety desk: what it promises, next to what was measured a moment ago. */
export function DrillPage() {
  const t = useText()
  const drill = useSafetyDrill()
  return (
    <DevFrame title={t('dev.drill')} sub={t('dev.drill.sub')}>
      <Card className={css.card}>
        <p>{t('dev.drill.text')}</p>
        {drill.error && (
          <Note tone="bad" live="alert" title={t('dev.failed')}>
            {t(errorTextKey(drill.error))} {drill.error.message}
          </Note>
        )}
        <Button kind="primary" busy={drill.isPending} busyLabel={t('dev.drill.busy')} onClick={() => drill.mutate()}>
          {t('dev.drill.play')}
        </Button>
        {drill.data && <Results measured={drill.data} />}
      </Card>
    </DevFrame>
  )
}

function Results({ measured }: { measured: readonly DrillTiming[] }) {
  const t = useText()
  const language = useLanguage()
  const isMet = measured.every(isInTime)
  return (
    <>
      <Note tone={isMet ? 'ok' : 'bad'} live="status">
        {t(isMet ? 'dev.drill.allMet' : 'dev.drill.notMet')}
      </Note>
      <table className={css.table} aria-label={t('dev.drill.results')}>
        <thead>
          <tr>
            <th scope="col">{t('dev.drill.what')}</th>
            <th scope="col">{t('dev.drill.report')}</th>
            <th scope="col">{t('dev.drill.promised')}</th>
            <th scope="col">{t('dev.drill.measured')}</th>
          </tr>
        </thead>
        <tbody>
          {measured.map((row) => (
            <tr key={`${row.kind} ${row.what}`}>
              <th scope="row">{t(`dev.drill.what.${row.what}`)}</th>
              <td>{t(`dev.drill.kind.${row.kind}`)}</td>
              <td>{timeOf(row.promised, t, language)}</td>
              <td>
                <Chip tone={isInTime(row) ? 'ok' : 'bad'}>{timeOf(row.measured, t, language)}</Chip>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Notices are sent by a job of the server, which looks for due ones every two seconds. */
const SLACK_SECONDS = 10
const isInTime = ({ promised, measured }: DrillTiming): boolean =>
  promised <= 1 ? measured <= promised : measured >= promised && measured <= promised + SLACK_SECONDS

/** '18 h', '30 min 2 s' or '0.06 s'. */
function timeOf(seconds: number, t: Translate, language: string): string {
  const numbers = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: seconds < 10 ? 2 : 0 })
  const whole = Math.floor(seconds)
  const parts = [
    [Math.floor(whole / 3_600), 'h'],
    [Math.floor((whole % 3_600) / 60), 'min'],
    [seconds < 60 ? seconds : whole % 60, 's'],
  ] as const
  const shown = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => t(`dev.drill.${unit}`, { count: numbers.format(count) }))
  return shown.join(' ') || t('dev.drill.s', { count: '0' })
}
