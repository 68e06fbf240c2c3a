import type { Helpline } from '@saathi/contract/help/entities'
import { dangerOf, REPORT_TEXT_MAX, reportedKindOf, type ReportedKind, ReportReason } from '@saathi/contract/safety/entities'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import type { ReportRequest } from '#core/report.ts'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { alert, check } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { HelplineList } from '#help/public.ts'
import { BlockStep } from './block-step.tsx'
import './live.ts'
import { helplinesQuery, useGuardianWish, useSendReport } from './queries.ts'
import css from './report.module.css'

type Step = 'reasons' | 'sent' | 'block'

/** Reporting takes two taps: one opens the sheet, and choosing a reason sends the report. A text can be added afterwards. */
export function ReportSheet({ request, onClose }: { request: ReportRequest; onClose: () => void }) {
  const t = useText()
  const [step, setStep] = useState<Step>('reasons')
  const [reason, setReason] = useState<ReportReason | null>(null)
  const report = useSendReport()
  // Fetched before they are needed.
  const { data: known } = useQuery(helplinesQuery)
  const { thing, about } = request

  function choose(chosen: ReportReason) {
    if (report.isPending) return
    setReason(chosen)
    report.mutate({ thing, reason: chosen }, { onSuccess: () => setStep('sent') })
  }

  const title = {
    reasons: t('safety.report.title', { kind: reportedKindOf(thing) }),
    sent: t('safety.sent.title'),
    block: t('safety.block.title', { name: about?.name ?? '' }),
  }[step]
  return (
    <Dialog open sheet size="md" onClose={onClose} title={title} closeLabel={t('safety.close')}>
      {step === 'reasons' && (
        <>
          <p className={css.lead}>{t('safety.report.lead')}</p>
          <ul className={css.reasons} aria-label={t('safety.report.wrong')}>
            {reasonsFor(reportedKindOf(thing)).map((each) => (
              <li key={each}>
                <button
                  type="button"
                  className={css.reason}
                  aria-busy={report.isPending && reason === each}
                  onClick={() => choose(each)}
                >
                  {t(`safety.reason.${each}`)}
                </button>
              </li>
            ))}
          </ul>
          {report.error && (
            <Note tone="bad" icon={alert} live="alert">
              {t(errorTextKey(report.error))}
            </Note>
          )}
          <p className={css.hint}>{t('safety.report.hint')}</p>
          {about && (
            <Button kind="quiet" onClick={() => setStep('block')}>
              {t('safety.block.offer', { name: about.name })}
            </Button>
          )}
        </>
      )}
      {step === 'sent' && reason && report.data && (
        <Sent
          request={request}
          reason={reason}
          result={report.data}
          fallback={known?.helplines ?? []}
          onBlock={() => setStep('block')}
          onClose={onClose}
        />
      )}
      {step === 'block' && about && (
        <BlockStep person={about} onReport={reason ? null : () => setStep('reasons')} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** A report of one's own message can only be about a danger. */
const reasonsFor = (kind: ReportedKind): readonly ReportReason[] =>
  kind === 'own_message'
    ? ReportReason.options.filter((each) => dangerOf(each) !== null || each === 'something_else')
    : ReportReason.options

type Result = NonNullable<ReturnType<typeof useSendReport>['data']>
type SentProps = {
  request: ReportRequest
  reason: ReportReason
  result: Result
  /** Stored on the device, for a report that waits. */
  fallback: readonly Helpline[]
  onBlock: () => void
  onClose: () => void
}

/** Shows phone numbers first, then further choices. */
function Sent({ request, reason, result, fallback, onBlock, onClose }: SentProps) {
  const t = useText()
  const isUrgent = dangerOf(reason) !== null
  const helplines = result.reply?.helplines ?? (isUrgent ? fallback : [])
  const { about } = request
  return (
    <div className={css.sent}>
      <p className={css.lead} role="status">
        {result.isSent ? t(isUrgent ? 'safety.sent.urgent' : 'safety.sent.normal') : t('safety.sent.waits')}{' '}
        <strong>{t('safety.sent.right')}</strong>
      </p>
      {helplines.length > 0 && <HelplineList helplines={helplines} />}
      <MoreWords request={request} reason={reason} hasHelplines={helplines.length > 0} />
      {result.reply && <GuardianChoice id={result.reply.report.id} initial={result.reply.report.mayTellGuardian} />}
      {about && (
        <>
          <Button kind="line" block onClick={onBlock}>
            {t('safety.block.offer', { name: about.name })}
          </Button>
          <p className={css.hint}>{t('safety.sent.secret', { name: about.name })}</p>
        </>
      )}
      <Button kind="primary" block onClick={onClose}>
        {t('safety.sent.back')}
      </Button>
    </div>
  )
}

type MoreWordsProps = {
  request: ReportRequest
  reason: ReportReason
  /** The text may name a graver danger than the reason; then its phone numbers are shown here. */
  hasHelplines: boolean
}

function MoreWords({ request: { thing }, reason, hasHelplines }: MoreWordsProps) {
  const t = useText()
  const [text, setText] = useState('')
  const more = useSendReport()
  const words = text.trim()

  function handleSend() {
    if (words !== '') more.mutate({ thing, reason, text: words }, { onSuccess: () => setText('') })
  }

  return (
    <div className={css.more}>
      <label htmlFor="safety-more">{t('safety.more.label')}</label>
      <textarea
        id="safety-more"
        rows={3}
        maxLength={REPORT_TEXT_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button kind="soft" disabled={words === ''} busy={more.isPending} busyLabel={t('safety.more.sending')} onClick={handleSend}>
        {t('safety.more.send')}
      </Button>
      {more.error && (
        <Note tone="bad" icon={alert} live="alert">
          {t(errorTextKey(more.error))}
        </Note>
      )}
      <p className={css.hint} role="status">
        {more.isSuccess && words === '' && t(more.data.isSent ? 'safety.more.sent' : 'safety.sent.waits')}
      </p>
      {!hasHelplines && more.data?.reply && more.data.reply.helplines.length > 0 && (
        <HelplineList helplines={more.data.reply.helplines} />
      )}
    </div>
  )
}

function GuardianChoice({ id, initial }: { id: number; initial: boolean | null }) {
  const t = useText()
  const [chosen, setChosen] = useState(initial)
  const wish = useGuardianWish()
  const choose = (mayTellGuardian: boolean) =>
    wish.mutate({ id, mayTellGuardian }, { onSuccess: () => setChosen(mayTellGuardian) })
  return (
    <fieldset className={css.guardian}>
      <legend>{t('safety.guardian.question')}</legend>
      {[true, false].map((value) => (
        <Button
          key={String(value)}
          kind={chosen === value ? 'soft' : 'line'}
          size="sm"
          aria-pressed={chosen === value}
          onClick={() => choose(value)}
        >
          {chosen === value && <Icon of={check} size={16} />}
          {t(value ? 'safety.guardian.yes' : 'safety.guardian.no')}
        </Button>
      ))}
      {wish.error && <p role="alert">{t(errorTextKey(wish.error))}</p>}
    </fieldset>
  )
}
