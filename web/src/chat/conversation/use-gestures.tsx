import type { Channel } from '@saathi/contract/chat/entities'
import { type ComponentProps, type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { isMessageLoaded, type LoadedMessages, type ShownMessage } from '../cache.ts'
import { showAround } from '../live.ts'
import type { Jump, MenuView, MessageActions } from '../messages/actions.ts'
import type { MessageMenu } from '../messages/message-menu.tsx'
import type { SeenBy } from '../messages/seen-by.tsx'
import { socketStatus } from '../socket.ts'
import type { EditComposer } from '../write/edit-composer.tsx'
import { react, reasonOf } from '../write/gestures.ts'

type OpenMenu = { message: ShownMessage; anchor: HTMLElement; view: MenuView }

/** The actions on messages of one conversation: reply, edit, delete, react and jump. */
export function useGestures(channel: Channel, me: number, loaded: LoadedMessages | undefined) {
  const { channelId } = channel
  const t = useText()
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [replyTo, setReplyTo] = useState<ShownMessage | null>(null)
  const [editing, setEditing] = useState<ShownMessage | null>(null)
  const [jump, setJump] = useState<Jump | null>(null)
  const [seenBy, setSeenBy] = useState<number | null>(null)

  // Stable, because it is passed to memoized bubbles.
  const actions = useMemo((): MessageActions => {
    const failed = (error: unknown) => showToast({ text: t(reasonOf(error)), tone: 'bad' })
    return {
      onMenu: (message, anchor, view) => setMenu({ message, anchor, view }),
      onReply: (message) => {
        setEditing(null)
        setReplyTo(message)
      },
      onReact: (message, emoji) => void react(message, emoji).catch(failed),
      onSeenBy: setSeenBy,
      onQuote: (id) => {
        // Without a connection the messages in view stay readable.
        if (socketStatus() === 'open') showAround(channelId, id)
        setJump((before) => ({ id, times: (before?.times ?? 0) + 1 }))
      },
    }
  }, [channelId, t])

  const isEdited = editing !== null && channel.closed === null
  return {
    actions,
    replyTo,
    onReplyEnd: () => setReplyTo(null),
    /** Null if the quoted message can be neither shown nor loaded. */
    jump: jump && (socketStatus() === 'open' || isMessageLoaded(loaded, jump.id)) ? jump : null,
    onJumpEnd: () => setJump(null),
    menu: menu && (
      <Suspense>
        <LazyMenu
          {...menu}
          channel={channel}
          me={me}
          onClose={() => setMenu(null)}
          onReply={actions.onReply}
          onReact={actions.onReact}
          onEdit={(message) => {
            setReplyTo(null)
            setEditing(message)
          }}
          onSeenBy={setSeenBy}
        />
      </Suspense>
    ),
    seenBy: seenBy !== null && (
      <Suspense>
        <LazySeenBy channel={channel} id={seenBy} me={me} onClose={() => setSeenBy(null)} />
      </Suspense>
    ),
    editor: isEdited && (
      <Suspense>
        <LazyEditor key={editing.msg_id} channel={channel} me={me} message={editing} onDone={() => setEditing(null)} />
      </Suspense>
    ),
  }
}

/** Their scripts load with the first use; if they fail to, the conversation works without them. */
const lost =
  <Props extends { onClose?: () => void; onDone?: () => void }>(): ComponentType<Props> =>
  ({ onClose, onDone }) => <Lost onClose={() => (onClose ?? onDone)?.()} />

function Lost({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <button type="button" onClick={onClose}>
      {t('shell.menuFailed')}
    </button>
  )
}

const LazyMenu = lazy(async () => ({
  default: await import('../messages/message-menu.tsx').then(
    (part) => part.MessageMenu,
    () => lost<ComponentProps<typeof MessageMenu>>(),
  ),
}))
const LazySeenBy = lazy(async () => ({
  default: await import('../messages/seen-by.tsx').then(
    (part) => part.SeenBy,
    () => lost<ComponentProps<typeof SeenBy>>(),
  ),
}))
const LazyEditor = lazy(async () => ({
  default: await import('../write/edit-composer.tsx').then(
    (part) => part.EditComposer,
    () => lost<ComponentProps<typeof EditComposer>>(),
  ),
}))
