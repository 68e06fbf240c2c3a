import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Count } from '#core/ui/count.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { more } from '#core/ui/icons.ts'
import { mediaQuery } from '#core/ui/media-query.ts'
import panelsCss from '../panels/panels.module.css'
import { keyOf } from './shortcuts.ts'
import css from './toolbar.module.css'
import { alwaysInBar, inWideBar, type ToolName, type Tools, behindMore, whileRinging } from './tools.ts'

/** Wide enough for all toolbar buttons. */
export const useIsWide = mediaQuery('(min-width: 800px)')

type ToolbarProps = {
  isRinging?: boolean
  tools: Tools
  onTool: (name: ToolName) => void
  isMoreOpen: boolean
  onMore: () => void
}

export function Toolbar({ isRinging = false, tools, onTool, isMoreOpen, onMore }: ToolbarProps) {
  const t = useText()
  const isWide = useIsWide()
  const inBar: readonly ToolName[] = isWide ? [...alwaysInBar, ...inWideBar] : alwaysInBar
  const shown = isRinging ? whileRinging : inBar
  return (
    <nav className={css.bar} aria-label={t('call.controls')}>
      {shown.map((name) => (
        <BarButton key={name} name={name} tools={tools} onTool={onTool} />
      ))}
      {!isRinging && (
        <button type="button" className={css.button} aria-haspopup="dialog" aria-expanded={isMoreOpen} onClick={onMore}>
          <span className={css.sign}>
            <Icon of={more} size={24} />
          </span>
          {t('call.more')}
        </button>
      )}
      <BarButton name="leave" tools={tools} label={isRinging ? t('call.cancel') : undefined} onTool={onTool} />
    </nav>
  )
}

type BarButtonProps = { label?: string | undefined; name: ToolName; tools: Tools; onTool: (name: ToolName) => void }

/** An unavailable tool stays visible and explains itself when clicked. */
function BarButton({ name, tools, onTool, label = tools[name].label }: BarButtonProps) {
  const t = useText()
  const { icon, isPressed, reason, unread = 0 } = tools[name]
  const reasonId = useId()
  // A muted microphone and a disabled camera must be noticeable.
  const isWarning = name === 'microphone' ? isPressed : name === 'camera' ? !isPressed : false
  return (
    <button
      type="button"
      className={classNames(css.button, isWarning && css.warning, name === 'leave' && css.leave)}
      aria-pressed={isPressed}
      aria-disabled={reason !== undefined || undefined}
      aria-describedby={reason && reasonId}
      aria-keyshortcuts={keyOf(name)}
      onClick={() => onTool(name)}
    >
      <span className={css.sign}>
        <Icon of={icon} size={name === 'leave' ? 26 : 24} />
        {unread > 0 && <Count className={css.count} value={unread} max={9} label={t('shell.unread', { count: unread })} />}
      </span>
      {label}
      {reason && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </button>
  )
}

type ToolbarMoreProps = { tools: Tools; onTool: (name: ToolName) => void }

/** The tools that do not fit into the toolbar. */
export function ToolbarMore({ tools, onTool }: ToolbarMoreProps) {
  const isWide = useIsWide()
  const shown: readonly ToolName[] = isWide ? behindMore : [...inWideBar, ...behindMore]
  return (
    <ul className={panelsCss.entries}>
      {shown.map((name) => (
        <li key={name}>
          <Entry tool={tools[name]} onAct={() => onTool(name)} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ tool: { icon, label, isPressed, reason }, onAct }: { tool: Tools[ToolName]; onAct: () => void }) {
  const reasonId = useId()
  return (
    <button
      type="button"
      className={panelsCss.entry}
      aria-pressed={isPressed}
      aria-disabled={reason !== undefined || undefined}
      aria-describedby={reason && reasonId}
      onClick={() => reason === undefined && onAct()}
    >
      <Icon of={icon} size={22} />
      <span className={panelsCss.words}>
        {label}
        {reason && (
          <small id={reasonId} aria-hidden="true">
            {reason}
          </small>
        )}
      </span>
    </button>
  )
}
