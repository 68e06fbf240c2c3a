import type { Channel, ChannelMember } from '@saathi/contract/chat/entities'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { openReport } from '#core/report.ts'
import { useChatSlot } from '#core/slots.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { chat, close, flag } from '#core/ui/icons.ts'
import { useIsPhone } from '#core/ui/media-query.ts'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { ChatSettings } from './chat-settings.tsx'
import css from './members-panel.module.css'

type MembersPanelProps = { channel: Channel; me: number; onChannel: (channel: number) => void; onClose: () => void }

/** The members: next to the messages if there is room, over them if not, and collapsible on a phone. */
export function MembersPanel({ channel, me, onChannel, onClose }: MembersPanelProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const members = channel.channelMembers.filter(({ isActive }) => isActive)
  const list = <Members members={members} me={me} onChannel={onChannel} />
  return (
    <section className={css.panel} aria-label={t('chat.members')}>
      <div className={css.head}>
        {!isPhone && (
          <h3>
            {t('chat.members')} <span className={css.count}>{members.length}</span>
          </h3>
        )}
        <IconButton icon={close} label={t('chat.members.close')} className={css.close} onClick={onClose} />
      </div>
      {isPhone ? (
        <details className={css.fold} open>
          <summary>{t('chat.members.view')}</summary>
          {list}
        </details>
      ) : (
        list
      )}
      {channel.kind !== 'assistant' && <ChatSettings channel={channel} />}
      <History channel={channel.channelId} />
    </section>
  )
}

/** Recorded calls, provided by the video domain. */
function History({ channel }: { channel: number }) {
  const { experiences } = useProfile().status
  return experiences.video === 'use' && <HistoryPart channel={channel} />
}

function HistoryPart({ channel }: { channel: number }) {
  const t = useText()
  const isPhone = useIsPhone()
  const { Part } = useChatSlot('history')
  if (!Part) return null
  if (!isPhone)
    return (
      <section className={css.history} aria-label={t('chat.history')}>
        <h3>{t('chat.history')}</h3>
        <Part channel={channel} />
      </section>
    )
  return (
    <details className={css.fold}>
      <summary>{t('chat.history.view')}</summary>
      <Part channel={channel} />
    </details>
  )
}

function Members({ members, me, onChannel }: { members: ChannelMember[]; me: number; onChannel: (channel: number) => void }) {
  const t = useText()
  return (
    <ul className={css.list}>
      {members.map((member) => {
        const { userId, userFullName, displayPicture, role, isPairManager, myDirectChannelWithUser } = member
        const isMe = userId === me
        function handleChat() {
          if (myDirectChannelWithUser !== null) return onChannel(myDirectChannelWithUser)
          console.warn('This member has no direct channel with you.', userId)
          showToast({ text: t('chat.members.onlyHere', { name: userFullName }) })
        }
        return (
          <li key={userId} className={css.member}>
            <Avatar name={userFullName} picture={displayPicture} kind={role === 'ai_assistant' ? 'ai' : 'person'} />
            <span className={css.words}>
              <b dir="auto">{userFullName}</b>
              <small>{isMe ? t('chat.you') : <MemberRole member={member} />}</small>
            </span>
            {!isMe && !isPairManager && (
              <IconButton icon={chat} label={t('chat.members.chat', { name: userFullName })} onClick={handleChat} />
            )}
            {!isMe && role !== 'ai_assistant' && <ReportMember member={member} />}
          </li>
        )
      })}
    </ul>
  )
}

/** Coordinators can be reported too, but not blocked. */
function ReportMember({ member: { userId, userFullName, isPairManager } }: { member: ChannelMember }) {
  const t = useText()
  return (
    <IconButton
      icon={flag}
      label={t(isPairManager ? 'safety.report.openOf' : 'safety.open', { name: userFullName, title: userFullName })}
      onClick={() =>
        openReport({ kind: 'profile', id: String(userId) }, isPairManager ? null : { personId: userId, name: userFullName })
      }
    />
  )
}

/** The role of a member. Group variants of a role look the same. */
export function MemberRole({ member: { role, isPairManager } }: { member: ChannelMember }) {
  const t = useText()
  if (isPairManager) return t('chat.role.pairManager')
  const plain = role.toLowerCase().replace(/^group/, '')
  if (plain === 'mentor') return t('chat.role.mentor')
  if (plain === 'mentee') return t('chat.role.mentee')
  return plain === 'ai_assistant' ? t('chat.assistant.name') : t('chat.staff')
}
