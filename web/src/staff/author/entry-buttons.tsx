import { useText } from '#core/i18n/texts.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { down, trash, up } from '#core/ui/icons.ts'
import css from './pages/page.module.css'
import { moved, without } from './parts.ts'

type EntryButtonsProps<Item> = {
  items: readonly Item[]
  at: number
  /** Name of the entry, for the labels of the buttons. */
  name: string
  onChange: (items: Item[]) => void
}

/** Moves an entry of a list by one place, or removes it. */
export function EntryButtons<Item>({ items, at, name, onChange }: EntryButtonsProps<Item>) {
  const t = useText()
  return (
    <div className={css.buttons}>
      {at > 0 && <IconButton icon={up} label={t('staff.content.up', { name })} onClick={() => onChange(moved(items, at, -1))} />}
      {at < items.length - 1 && (
        <IconButton icon={down} label={t('staff.content.down', { name })} onClick={() => onChange(moved(items, at, 1))} />
      )}
      <IconButton icon={trash} label={t('staff.content.remove', { name })} onClick={() => onChange(without(items, at))} />
    </div>
  )
}
