import { useText } from '#core/i18n/texts.tsx'
import { Switch } from '#core/ui/form/switch.tsx'
import css from './panels.module.css'
import { shortcuts } from '../stage/shortcuts.ts'
import type { Tools } from '../stage/tools.ts'
import type { View } from '../stage/use-view.ts'

type ShortcutsPanelProps = { tools: Tools; view: Pick<View, 'hasKeys' | 'setKeys'> }

/** Shortcuts can be disabled: with voice control, single keys are triggered by mistake. */
export function ShortcutsPanel({ tools, view }: ShortcutsPanelProps) {
  const t = useText()
  return (
    <>
      <ShortcutList tools={tools} />
      <div className={css.row}>
        <span aria-hidden="true">{t('call.shortcuts.on')}</span>
        <Switch label={t('call.shortcuts.on')} checked={view.hasKeys} onChange={view.setKeys} />
      </div>
    </>
  )
}

export function ShortcutList({ tools }: { tools: Tools }) {
  const t = useText()
  return (
    <ul className={css.keys} aria-label={t('call.shortcuts')}>
      {shortcuts.map(({ key, tool }) => (
        <li key={key} className={css.key}>
          <span>{tool === 'shortcuts' ? t('call.shortcuts.list') : tools[tool].label}</span>
          <kbd>{key}</kbd>
        </li>
      ))}
    </ul>
  )
}
