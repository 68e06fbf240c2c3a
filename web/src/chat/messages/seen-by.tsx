import type { Channel, ChannelMember } from '@saathi/contract/chat/entities'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { whenLong } from '../chat-times.ts'
import { MemberRole } from '../conversation/members-panel.tsx'
import { readersOf } from '../names.ts'
import { type Mark, MarkIcon, markFor } from './mark.tsx'
import css from './seen-by.module.css'

type SeenByProps = { channel: Channel; id: number; me: number; onClose: () => void }

const groups = [
  { mark: 'read', title: 'chat.seenBy.read' },
  { mark: 'delivered', title: 'chat.seenBy.delivered' },
  { mark: 'sent', title: 'chat.seenBy.sent' },
] as const

/** Who has read a message, who has received it, and who has not yet. */
export function SeenBy({ channel, id, me, onClose }: SeenByProps) {
  const t = useText()
  const readers = readersOf(channel, me)
  const manager = readers.find(({ isPairManager }) => isPairManager)
  return (
    <Dialog open onClose={onClose} title={t('chat.seenBy.title')} closeLabel={t('chat.picture.close')} sheet size="sm">
      {groups.map(({ mark, title }) => {
        const members = readers.filter((member) => markFor(id, member) === mark)
        if (members.length === 0) return null
        return (
          <section key={mark} className={css.group} aria-label={t(title)}>
            <h3>{t(title)}</h3>
            <ul>
              {members.map((member) => (
                <SeenRow key={member.userId} member={member} mark={mark} />
              ))}
            </ul>
          </section>
        )
      })}
      {manager && <p className={css.note}>{t('chat.seenBy.manager', { name: manager.userFullName })}</p>}
    </Dialog>
  )
}

function SeenRow({ member, mark }: { member: ChannelMember; mark: Mark }) {
  const t = useText()
  const language = useLanguage()
  const { userFullName, displayPicture, lastViewedTimestamp, lastDeliveredTimestamp } = member
  const at = mark === 'read' ? lastViewedTimestamp : mark === 'delivered' ? lastDeliveredTimestamp : null
  return (
    <li className={css.row}>
      <Avatar name={userFullName} picture={displayPicture} />
      <span className={css.words}>
        <b dir="auto">{userFullName}</b>
        <small>
          <MemberRole member={member} />
          {at && ` · ${whenLong(at, serverNow(), language, t)}`}
        </small>
      </span>
      <MarkIcon mark={mark} label={t(`chat.mark.${mark}`)} />
    </li>
  )
}
