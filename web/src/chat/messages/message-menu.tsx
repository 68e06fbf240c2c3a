import type { Channel } from '@saathi/contract/chat/entities'
import { QUICK_REACTIONS } from '@saathi/contract/chat/gestures'
import { plainOf } from '@saathi/contract/chat/mentions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { openReport } from '#core/report.ts'
import { serverNow } from '#core/server-time.ts'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { checkTwice, copy, reply, globe } from '#core/ui/further-icons.ts'
import { edit, flag, type IconShape, link, plus, trash } from '#core/ui/icons.ts'
import { useIsPhone } from '#core/ui/media-query.ts'
import { Anchored } from '#core/ui/overlay/anchored.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import type { ShownMessage } from '../cache.ts'
import { MESSENGER } from '../chat-address.ts'
import { EmojiPicker } from '../write/emoji-picker.tsx'
import { deleteForEveryone, ownReaction, reasonOf } from '../write/gestures.ts'
import type { MenuView } from './actions.ts'
import css from './message-menu.module.css'
import { optionsFor, reportOf } from './options.ts'
import { translationQuery } from '../queries.ts'
import { QuoteBox, quoteOf } from './quote.tsx'
import { translate } from './translation.tsx'
import { ReactionDrawing, reactionName } from './reaction-drawing.tsx'

type MessageMenuProps = {
  channel: Channel
  message: ShownMessage
  me: number
  anchor: HTMLElement
  view: MenuView
  onClose: () => void
  onReply: (message: ShownMessage) => void
  onReact: (message: ShownMessage, emoji: string) => void
  onEdit: (message: ShownMessage) => void
  onSeenBy: (messageId: number) => void
}

/** On phones a sheet, elsewhere a panel at the message. */
export function MessageMenu(props: MessageMenuProps) {
  const { channel, message, me, anchor, onClose } = props
  const t = useText()
  const isPhone = useIsPhone()
  const isWriting = useRef(false)
  if (!isPhone) {
    return (
      <Anchored anchor={anchor} label={t('chat.act')} onClose={onClose} keepsFocus={() => isWriting.current}>
        <Inside {...props} onWrite={() => (isWriting.current = true)} />
      </Anchored>
    )
  }
  return (
    <Dialog open sheet title={t('chat.act')} titleHidden onClose={onClose}>
      <div className={css.inside}>
        <QuoteBox quote={quoteOf(message)} channel={channel} me={me} />
        <Inside {...props} />
      </div>
    </Dialog>
  )
}

/** `onWrite`: a field takes the focus when the menu closes. */
type InsideProps = MessageMenuProps & { onWrite?: () => void }

function Inside({ channel, message, me, view, onClose, onReply, onReact, onEdit, onSeenBy, onWrite }: InsideProps) {
  const t = useText()
  const [step, setStep] = useState<MenuView | 'emoji' | 'delete'>(view)
  const options = optionsFor(channel, message, me, serverNow())
  const language = useLanguage()
  const { data: canTranslate = false } = useQuery(translationQuery)
  if (!options) return null
  const close =
    (act: () => void): (() => void) =>
    () => {
      onClose()
      act()
    }
  const closeToWrite = (act: () => void) => {
    onWrite?.()
    close(act)()
  }
  async function remove(): Promise<void> {
    await deleteForEveryone(message).catch((error: unknown) => showToast({ text: t(reasonOf(error)), tone: 'bad' }))
  }
  const left = <small>{t('chat.act.minutesLeft', { count: options.minutesLeft })}</small>

  if (step === 'emoji')
    return (
      <div className={css.emoji}>
        <EmojiPicker onChoose={(emoji) => close(() => onReact(message, emoji))()} />
      </div>
    )
  if (step === 'delete')
    return (
      <div className={css.sure} role="group" aria-labelledby="chat-delete-sure">
        <p id="chat-delete-sure">{t('chat.act.deleteSure')}</p>
        <Button kind="line" onClick={onClose}>
          {t('chat.act.keep')}
        </Button>
        <Button kind="danger" onClick={close(() => void remove())}>
          {t('chat.act.deleteYes')}
        </Button>
      </div>
    )
  return (
    <>
      {options.canReact && (
        <div className={css.reactions} role="group" aria-label={t('chat.react')}>
          {QUICK_REACTIONS.map((emoji) => (
            <button
              key={emoji}
              type="button"
              aria-label={t(reactionName(emoji) ?? 'chat.react')}
              aria-pressed={ownReaction(message) === emoji}
              onClick={close(() => onReact(message, emoji))}
            >
              <ReactionDrawing emoji={emoji} size={28} />
            </button>
          ))}
          <IconButton icon={plus} iconSize={22} label={t('chat.react.more')} onClick={() => setStep('emoji')} />
        </div>
      )}
      {step === 'all' && (
        <>
          {options.canReact && <hr className={css.line} />}
          {options.canReply && (
            <Item icon={reply} onSelect={() => closeToWrite(() => onReply(message))}>
              {t('chat.act.reply')}
            </Item>
          )}
          {options.canCopy && (
            <Item icon={copy} onSelect={close(() => void copyText(plainOf(message.message), t))}>
              {t('chat.act.copy')}
            </Item>
          )}
          {options.canLink && (
            <Item icon={link} onSelect={close(() => void copyText(linkTo(message), t))}>
              {t('chat.act.copyLink')}
            </Item>
          )}
          {options.canCopy && canTranslate && (
            <Item icon={globe} onSelect={close(() => void translate({ message, language }))}>
              {t('chat.act.translate')}
            </Item>
          )}
          {options.canEdit && (
            <Item icon={edit} onSelect={() => closeToWrite(() => onEdit(message))}>
              {t('chat.act.edit')} {left}
            </Item>
          )}
          {options.canInspect && (
            <Item icon={checkTwice} onSelect={close(() => onSeenBy(message.msg_id))}>
              {t('chat.seenBy.read')}
            </Item>
          )}
          {(options.canDelete || options.canReport) && <hr className={css.line} />}
          {options.canDelete && (
            <Item icon={trash} danger onSelect={() => setStep('delete')}>
              {t('chat.act.delete')} {left}
            </Item>
          )}
          {options.canReport && <ReportItem channel={channel} message={message} close={close} />}
        </>
      )}
    </>
  )
}

type ReportItemProps = { channel: Channel; message: ShownMessage; close: (act: () => void) => () => void }

function ReportItem({ channel, message, close }: ReportItemProps) {
  const t = useText()
  const { thing, about } = reportOf(channel, message)
  return (
    <Item icon={flag} danger onSelect={close(() => openReport(thing, about))}>
      {about ? t('safety.open', { name: about.name }) : t('safety.report.open')}
    </Item>
  )
}

type ItemProps = { icon: IconShape; danger?: boolean; onSelect: () => void; children: ReactNode }

const Item = ({ icon, danger, onSelect, children }: ItemProps) => (
  <button type="button" className={danger ? css.danger : css.item} onClick={onSelect}>
    <Icon of={icon} />
    {children}
  </button>
)

const linkTo = ({ channel_id, msg_id }: ShownMessage): string =>
  `${location.origin}${MESSENGER}?channel=${channel_id}&message=${msg_id}`

async function copyText(text: string, t: ReturnType<typeof useText>): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ text: t('chat.act.copied') })
  } catch {
    showToast({ text: t('chat.act.copyFailed'), tone: 'bad' })
  }
}
