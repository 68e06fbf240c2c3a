import type { Case, CaseReport, Evidence } from '@saathi/contract/safety/case-entities'
import { useState, type SubmitEvent } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { lock, shield } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { ReasonField } from '../kit/form-dialog.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './evidence.module.css'
import { HiddenBars } from './hidden-words.tsx'
import { CopiedFile, FoldedLog } from './message-log.tsx'
import { useOpenWindow } from './queries.ts'
import { UnlockedConversation } from './unlock.tsx'

type EvidenceCardProps = { case: Case; isMine: boolean }

/** The reported content as copied at that time and, after a second person's approval, the whole conversation. */
export function EvidenceCard({ case: it, isMine }: EvidenceCardProps) {
  const t = useText()
  const reports = it.reportsInIt.filter(({ hasEvidence }) => hasEvidence)
  if (reports.length === 0 && !it.hasChannel) return null
  return (
    <Card id="messages">
      <h2>{t('staff.safety.messages')}</h2>
      {reports.map((report) => (
        <EvidenceWindow key={report.id} caseId={it.id} report={report} isMine={isMine} />
      ))}
      {it.hasChannel && <UnlockedConversation case={it} isMine={isMine} />}
    </Card>
  )
}

type WindowProps = { caseId: number; report: CaseReport; isMine: boolean }

function EvidenceWindow({ caseId, report, isMine }: WindowProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const opening = useOpenWindow(caseId, report.id)

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!opening.isPending) opening.mutate(reason)
  }

  if (opening.data) {
    return (
      <div className={css.window}>
        <p className={css.bar}>
          <span>
            <b>{t('staff.safety.windowOpen')}</b>
            <small>{t('staff.safety.windowSeen')}</small>
          </span>
          <Button kind="line" size="sm" onClick={opening.reset}>
            {t('staff.safety.closeNow')}
          </Button>
        </p>
        <Copied evidence={opening.data} />
      </div>
    )
  }
  return (
    <div className={css.window}>
      <HiddenBars label={t('staff.safety.evidenceHidden')} />
      {isMine ? (
        <form className={css.form} onSubmit={handleSubmit}>
          <ReasonField value={reason} onChange={setReason} />
          <p className={css.help}>{t('staff.safety.windowHelp')}</p>
          <RefusalNote error={opening.error} />
          <Button type="submit" kind="primary" busy={opening.isPending} busyLabel={t('staff.busy')}>
            <Icon of={lock} size={17} /> {t(`staff.safety.openWindow.${report.kind}`)}
          </Button>
        </form>
      ) : (
        <p className={css.help}>{t('staff.safety.takeToRead')}</p>
      )}
    </div>
  )
}

function Copied({ evidence: { messages, facts, picture, isSealWhole, copiedAt } }: { evidence: Evidence }) {
  const t = useText()
  const language = useLanguage()
  return (
    <>
      {!isSealWhole && <Note tone="bad">{t('staff.safety.copyChanged')}</Note>}
      {facts.length > 0 && (
        <dl className={css.facts}>
          {facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{t(`staff.safety.fact.${name}`)}</dt>
              <dd dir="auto">{name === 'call' ? dayAndTime(text, language) : text}</dd>
            </div>
          ))}
        </dl>
      )}
      {picture !== null && <CopiedFile file={{ name: t('staff.safety.fact.picture'), type: 'image/*', url: picture }} />}
      {messages.length > 0 && <FoldedLog messages={messages} />}
      <p className={css.help}>
        <Icon of={shield} size={15} /> {t('staff.safety.copiedAt', { time: dayAndTime(copiedAt, language) })}
      </p>
    </>
  )
}
