import type { Channel } from '@saathi/contract/chat/entities'
import { use } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import type { ShownMessage } from '../cache.ts'
import { nameOf } from '../names.ts'
import { MessageActionsContext } from './actions.ts'
import { ReactionDrawing, reactionName } from './reaction-drawing.tsx'
import css from './reactions.module.css'

type ReactionsProps = { channel: Channel; message: ShownMessage; me: number }

/** Shown half over the lower edge of the bubble. Pressing a reaction gives the same one, or takes back one's own. */
export function Reactions({ channel, message, me }: ReactionsProps) {
  const t = useText()
  const actions = use(MessageActionsContext)
  const { reactions = [] } = message
  const isOpen = actions !== null && channel.closed === null
  return (
    <span className={css.pills}>
      {reactions.map(({ emoji, user_ids }) => {
        const key = reactionName(emoji)
        const names = user_ids.map((id) => (id === me ? t('chat.you') : nameOf(channel, id, t))).join(', ')
        const isMine = user_ids.includes(me)
        return (
          <button
            key={emoji}
            type="button"
            className={css.pill}
            aria-pressed={isMine}
            aria-disabled={!isOpen || undefined}
            aria-label={t('chat.react.by', { reaction: key ? t(key) : emoji, names })}
            title={names}
            onClick={() => isOpen && actions.onReact(message, emoji)}
          >
            <ReactionDrawing emoji={emoji} size={17} />
            {user_ids.length > 1 && <span>{user_ids.length}</span>}
          </button>
        )
      })}
    </span>
  )
}
