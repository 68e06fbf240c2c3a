import type { ContentItem } from '@saathi/contract/content/items'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { bulb, edit, type IconShape } from '#core/ui/icons.ts'
import { RichText } from '#core/ui/rich-text.tsx'
import css from './content-box.module.css'

type BoxProps = { item: ContentItem }

/** Something to do away from the screen. */
export function InstructionContent({ item }: BoxProps) {
  const t = useText()
  return <Box item={item} icon={edit} title={t('learning.step.instruction')} />
}

/** The server sends these only to mentors. */
export function MentorTipContent({ item }: BoxProps) {
  const t = useText()
  return <Box item={item} icon={bulb} title={t('learning.step.mentorTip')} className={css.tip} />
}

function Box({ item, icon, title, className }: BoxProps & { icon: IconShape; title: string; className?: string | undefined }) {
  const t = useText()
  const titleId = useId()
  const text = item.localeText || item.text
  if (!text) return null
  return (
    <div className={classNames(css.box, className)} role="group" aria-labelledby={titleId}>
      <Icon of={icon} size={22} />
      <div className={css.words}>
        <b id={titleId}>{title}</b>
        <RichText level={3} text={text} linkHint={t('learning.session.newTab')} className={css.text} />
      </div>
    </div>
  )
}
