import type { TextKey } from '@saathi/contract/texts'
import type { MouseEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { alert, clock, file as fileSign } from '#core/ui/icons.ts'
import { Thread } from '#core/ui/progress/thread.tsx'
import { Foot, Frame } from './bubble.tsx'
import css from './bubble.module.css'
import { shortName } from '../attachments/chosen-file.ts'
import { MessageWords } from './words.tsx'
import type { Failure } from '../write/outbox.ts'
import { discard, resend, type PendingMessage } from '../write/sending.ts'

const reasons: Record<Failure, TextKey> = {
  refused: 'chat.notSent.refused',
  closed: 'chat.notSent.closed',
  tooLarge: 'chat.file.tooLarge',
  wrongType: 'chat.file.refused',
  network: 'chat.notSent.network',
  fileLost: 'chat.notSent.fileLost',
}

/** The pressed button disappears; keep the focus in the log. */
function moveFocusAndRun({ currentTarget }: MouseEvent<HTMLElement>, act: () => void): void {
  currentTarget.closest<HTMLElement>('[role="log"]')?.focus()
  act()
}

/** A sent message before it is acknowledged; the real message then replaces it. */
export function UnsentBubble({ pending }: { pending: PendingMessage }) {
  const t = useText()
  const { message, file, attachment, writtenAt, status, failure, progress } = pending
  const hasFailed = status === 'failed'
  const name = file?.name ?? attachment?.name
  const percent = Math.round((progress ?? 0) * 100)
  return (
    <>
      <Frame isMine who={t('chat.you')} showsName={false} face={null} look={hasFailed ? css.failed : css.rising}>
        {name && (
          <span className={css.foot}>
            <Icon of={fileSign} size={16} />
            {shortName(name)}
          </span>
        )}
        {message !== '' && <MessageWords text={message} />}
        {progress !== null && (
          <Thread slim value={percent} label={t('chat.file.uploading')} valueText={t('chat.file.progress', { percent })} />
        )}
        <Foot time={writtenAt}>{!hasFailed && <Icon of={clock} size={14} label={t('chat.sending')} />}</Foot>
      </Frame>
      {hasFailed && (
        <div className={css.note} role="alert">
          <Icon of={alert} size={16} />
          <span>
            {t('chat.notSent')} {failure && t(reasons[failure])}
          </span>
          {failure !== 'fileLost' && (
            <Button kind="quiet" size="sm" onClick={(event) => moveFocusAndRun(event, () => resend(pending))}>
              {t('chat.again')}
            </Button>
          )}
          <Button kind="quiet" size="sm" onClick={(event) => moveFocusAndRun(event, () => discard(pending.tempId))}>
            {t('chat.discard')}
          </Button>
        </div>
      )}
    </>
  )
}
