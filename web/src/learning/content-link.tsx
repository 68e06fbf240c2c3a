import type { ContentItem } from '@saathi/contract/content/items'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { book, forward, type IconShape, link } from '#core/ui/icons.ts'
import { plainTextOf } from '#core/ui/rich-text/blocks.ts'
import { webAddress } from '#core/ui/rich-text/inline.ts'
import css from './content-link.module.css'

type LinkProps = { item: ContentItem }

export function ArticleContent({ item }: LinkProps) {
  const t = useText()
  return <LinkCard item={item} icon={book} kind={t('learning.step.article')} />
}

export function HyperlinkContent({ item }: LinkProps) {
  const t = useText()
  return <LinkCard item={item} icon={link} kind={t('learning.step.link')} />
}

/** Opens outside Saathi in a new tab and shows the host. Addresses that are not http(s) are shown as plain text. */
export function LinkCard({ item, icon, kind }: LinkProps & { icon: IconShape; kind: string }) {
  const t = useText()
  const words = plainTextOf(item.localeText || item.text || '')
  const href = webAddress(item.localeUrl || item.url || '')
  if (href === undefined) return words === '' ? null : <p>{words}</p>
  const host = new URL(href).host.replace(/^www\./, '')
  return (
    <a className={css.card} href={href} target="_blank" rel="noopener noreferrer">
      <span className={css.sign}>
        <Icon of={icon} size={24} />
      </span>
      <span className={css.words}>
        <span className={css.title}>{words || host}</span>
        <span className={css.from}>
          {kind} · <bdi dir="ltr">{host}</bdi>
          <span className="sr"> ({t('learning.session.newTab')})</span>
        </span>
      </span>
      <Icon of={forward} size={20} className={css.arrow} />
    </a>
  )
}
