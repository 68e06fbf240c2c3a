import { useId } from 'react'
import { Icon } from '#core/ui/icon.tsx'
import css from './panels.module.css'
import { useIsWide } from '../stage/toolbar.tsx'
import { behindMore, inWideBar, type ToolName, type Tools } from '../stage/tools.ts'

type ToolbarMoreProps = { tools: Tools; onTool: (name: ToolName) => void }

/** The tools that do not fit into the toolbar. */
export function ToolbarMore({ tools, onTool }: ToolbarMoreProps) {
  const isWide = useIsWide()
  const shown: readonly ToolName[] = isWide ? behindMore : [...inWideBar, ...behindMore]
  return (
    <ul className={css.entries}>
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
      className={css.entry}
      aria-pressed={isPressed}
      aria-disabled={reason !== undefined || undefined}
      aria-describedby={reason && reasonId}
      onClick={() => reason === undefined && onAct()}
    >
      <Icon of={icon} size={22} />
      <span className={css.words}>
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
