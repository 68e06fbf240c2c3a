import type { Case, CaseReport, Evidence, EvidenceMessage } from '@saathi/contract/safety/case-entities'
import { useState, type SubmitEvent } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { eye, lock, shield } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { ReasonField } from '../kit/form-dialog.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './evidence.module.css'
import { HiddenBars } from './hidden-words.tsx'
import { useOpenWindow } from './queries.ts'
import { UnlockedConversation } from './unlock.tsx'

type EvidenceCardProps = { case: Case; isMine: boolean }

/** What was reported, as copied at that time; and with a second key, the whole conversation. */
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

function Copied({ evidence: { messages, facts, isSealWhole, copiedAt } }: { evidence: Evidence }) {
  const t = useText()
  const language = useLanguage()
  return (
    <>
      {!isSealWhole && <Note tone="bad">{t('staff.safety.copyChanged')}</Note>}
      {facts.length > 0 && (
        <dl className={css.facts}>
          {facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {messages.length > 0 && <MessageLog messages={messages} />}
      <p className={css.help}>
        <Icon of={shield} size={15} /> {t('staff.safety.copiedAt', { time: dayAndTime(copiedAt, language) })}
      </p>
    </>
  )
}

/** Not selectable. The names are initials, so that faces are not shown around. */
export function MessageLog({ messages }: { messages: readonly EvidenceMessage[] }) {
  const t = useText()
  return (
    <ol className={css.log} aria-label={t('staff.safety.messages')}>
      {messages.map((message) => (
        <Message key={message.messageId} message={message} />
      ))}
    </ol>
  )
}

function Message({ message: { sender, text, at, isErased, isReported, file } }: { message: EvidenceMessage }) {
  const t = useText()
  const language = useLanguage()
  const name = sender?.name ?? t('staff.look.former')
  return (
    <li className={classNames(css.message, isReported && css.reported)}>
      <Avatar name={name} size="xs" />
      <div>
        <p className={css.by}>
          <b dir="auto">{name}</b> <time dateTime={at}>{dayAndTime(at, language)}</time>
        </p>
        {isErased ? <i>{t('staff.safety.erasedBefore')}</i> : text !== '' && <p dir="auto">{text}</p>}
        {file && <CopiedFile file={file} />}
        {isReported && <p className={css.flag}>{t('staff.safety.thisReported')}</p>}
      </div>
    </li>
  )
}

/** A picture is drawn only after a second press; sound never starts by itself. */
function CopiedFile({ file: { name, type, url } }: { file: NonNullable<EvidenceMessage['file']> }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  if (url === null) return <p>{t('staff.safety.fileNotCopied', { name })}</p>
  if (!isShown) {
    return (
      <Button kind="line" size="sm" onClick={() => setShown(true)}>
        <Icon of={eye} size={16} /> {t('staff.safety.showFile', { name })}
      </Button>
    )
  }
  if (type.startsWith('image/')) return <img className={css.picture} src={url} alt={name} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a member's own recording has no captions
  if (type.startsWith('audio/')) return <audio controls preload="none" src={url} aria-label={name} />
  if (type.startsWith('video/'))
    return <video className={css.picture} controls muted preload="none" src={url} aria-label={name} />
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
