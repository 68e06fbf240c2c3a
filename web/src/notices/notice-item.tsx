import type { Notice } from '@saathi/contract/notices/entities'
import { Link } from '@tanstack/react-router'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { bell, shield } from '#core/ui/icons.ts'
import css from './notice-list.module.css'

type NoticeItemProps = { notice: Notice; isNew: boolean; onLeave: () => void }

export function NoticeItem({ notice, isNew, onLeave }: NoticeItemProps) {
  const t = useText()
  const language = useLanguage()
  const { kind, title, text, link, createdAt } = notice
  return (
    <li className={classNames(css.item, isNew && css.new)}>
      <span className={classNames(css.icon, css[kind])}>
        <Icon of={kind === 'security' ? shield : bell} size={18} />
      </span>
      <div className={css.words}>
        <p className={css.title}>
          {isNew && <span className="sr">{t('bell.new')} </span>}
          {link ? <NoticeLink link={link} title={title} onLeave={onLeave} /> : title}
        </p>
        <p className={css.text}>{text}</p>
        <time className={css.time} dateTime={createdAt}>
          {dayAndTime(createdAt, language)}
        </time>
      </div>
    </li>
  )
}

function NoticeLink({ link, title, onLeave }: { link: string; title: string; onLeave: () => void }) {
  const { pathname, searchParams, hash } = new URL(link, location.origin)
  return (
    <Link to={pathname} search={Object.fromEntries(searchParams)} hash={hash.slice(1)} className={css.link} onClick={onLeave}>
      {title}
    </Link>
  )
}
