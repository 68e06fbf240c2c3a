import type { VideoRoom } from '@saathi/contract/video/entities'
import { type ReactNode, useEffect, useRef } from 'react'
import type { TextKey } from '@saathi/contract/texts'
import { useText } from '#core/i18n/texts.tsx'
import { Sheet } from '#core/ui/sheet.tsx'
import { DevicesPanel } from './devices-panel.tsx'
import { DownloadPanel } from './download-panel.tsx'
import type { Call, CallSnapshot } from './engine/call-snapshot.ts'
import type { Support } from './engine/support.ts'
import { ForgetPanel } from './forget-panel.tsx'
import { HelpPanel } from './help-panel.tsx'
import css from './panels.module.css'
import { ProfilePanel } from './profile-panel.tsx'
import { QualityPanel } from './quality-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { ShortcutsPanel } from './shortcuts-panel.tsx'
import { StatsPanel } from './stats-panel.tsx'
import { ToolbarMore } from './toolbar-more.tsx'
import type { PanelName, ToolName, Tools } from './tools.ts'
import type { Consent } from './use-consent.ts'
import type { View } from './use-view.ts'

type PanelsProps = {
  call: Call
  snapshot: CallSnapshot
  room: VideoRoom
  view: View
  tools: Tools
  consent: Consent
  support: Support
  showNote: (text: string) => void
}

const titles: Readonly<Record<PanelName, TextKey>> = {
  more: 'call.more.title',
  devices: 'call.devices',
  profile: 'call.profile',
  settings: 'call.settings',
  quality: 'call.quality',
  stats: 'call.stats',
  shortcuts: 'call.shortcuts',
  download: 'call.download',
  help: 'call.help',
  forget: 'call.forget.title',
}

/** One sheet for all panels: More leads to the next panel in the same place. */
export function Panels(props: PanelsProps) {
  const t = useText()
  const { panel, isPanelOpen, closePanel } = props.view
  return (
    <Sheet open={isPanelOpen} onClose={closePanel} title={t(titles[panel])} closeLabel={t('call.close')}>
      <Focused key={panel} isFirst={panel === 'more'}>
        <Inside {...props} />
      </Focused>
    </Sheet>
  )
}

/** Moves the focus, because the button in More that opened the panel is gone. */
function Focused({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isFirst) ref.current?.focus()
  }, [isFirst])
  return (
    <div ref={ref} className={css.panel} tabIndex={-1}>
      {children}
    </div>
  )
}

function Inside({ call, snapshot, room, view, tools, consent, support, showNote }: PanelsProps) {
  function handleTool(name: ToolName) {
    // Tools that open a panel open it again in the same update.
    view.closePanel()
    tools[name].act()
  }

  function handleForgotten(text: string | null) {
    view.closePanel()
    if (text !== null) showNote(text)
  }

  switch (view.panel) {
    case 'more':
      return <ToolbarMore tools={tools} onTool={handleTool} />
    case 'devices':
      return <DevicesPanel call={call} devices={snapshot.devices} support={support} />
    case 'profile':
      return <ProfilePanel name={room.displayName} />
    case 'settings':
      return <SettingsPanel call={call} snapshot={snapshot} name={room.displayName} view={view} />
    case 'quality':
      return <QualityPanel call={call} quality={snapshot.quality} />
    case 'stats':
      return <StatsPanel call={call} tiles={snapshot.tiles} />
    case 'shortcuts':
      return <ShortcutsPanel tools={tools} view={view} />
    case 'download':
      return <DownloadPanel roomId={room.room} title={room.title} />
    case 'help':
      return <HelpPanel tools={tools} />
    case 'forget':
      return <ForgetPanel consent={consent} onDone={handleForgotten} />
  }
}
