import type { Channel } from '@saathi/contract/chat/entities'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { clock } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { Switch } from '#core/ui/form/switch.tsx'
import { type Mark, MarkIcon } from '../messages/mark.tsx'
import { presenceQuery, useMute, useSetPresence } from '../queries.ts'
import css from './members-panel.module.css'

const marks: readonly Mark[] = ['sent', 'delivered', 'read']

/** The reader's settings of this conversation, and a legend of the message marks. */
export function ChatSettings({ channel: { channelId, isMuted } }: { channel: Channel }) {
  const t = useText()
  const { data: presence } = useQuery(presenceQuery)
  const mute = useMute(channelId)
  const setPresence = useSetPresence()
  return (
    <section className={css.settings} aria-label={t('chat.settings')}>
      <SettingRow title={t('chat.mute')} text={t('chat.mute.text')}>
        <Switch
          label={t('chat.mute')}
          checked={mute.isPending ? mute.variables : isMuted}
          onChange={(isOn) => mute.mutate(isOn)}
        />
      </SettingRow>
      {presence && (
        <SettingRow title={t('chat.showOnline')} text={t('chat.showOnline.text')}>
          <Switch
            label={t('chat.showOnline')}
            checked={setPresence.isPending ? setPresence.variables : presence.isShown}
            onChange={(isOn) => setPresence.mutate(isOn)}
          />
        </SettingRow>
      )}
      {(mute.isError || setPresence.isError) && (
        <Note tone="bad" live="alert">
          {t('failed.title')}
        </Note>
      )}
      <h3>{t('chat.marks')}</h3>
      <ul className={css.marks}>
        <li>
          <Icon of={clock} size={16} /> {t('chat.sending')}
        </li>
        {marks.map((mark) => (
          <li key={mark}>
            <MarkIcon mark={mark} label="" /> {t(`chat.mark.${mark}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

type SettingRowProps = { title: string; text: string; children: ReactNode }

const SettingRow = ({ title, text, children }: SettingRowProps) => (
  <div className={css.setting}>
    <span>
      {title}
      <small>{text}</small>
    </span>
    {children}
  </div>
)
