import type { TextKey } from '@saathi/contract/texts'
import type { VideoRoom } from '@saathi/contract/video/entities'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { OptionGroup } from '#core/ui/form/option.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { Sheet } from '#core/ui/overlay/dialog.tsx'
import { DownloadPanel, ForgetPanel } from './download-panel.tsx'
import type { Call, CallSnapshot, QualityChoice, DeviceKind, Devices } from '../engine/call-snapshot.ts'
import type { Support } from '../engine/support.ts'
import css from './panels.module.css'
import { chooseQuality, qualityChoices, type Consent } from '../stage/use-call.ts'
import { SettingsPanel, ShortcutsPanel, ShortcutList, StatsPanel } from './settings-and-stats.tsx'
import { ToolbarMore } from '../stage/toolbar.tsx'
import type { PanelName, ToolName, Tools } from '../stage/tools.ts'
import type { View } from '../stage/use-view.ts'

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

/** The FAQ opens in a new tab, so that the call continues. */
function HelpPanel({ tools }: { tools: Tools }) {
  const t = useText()
  return (
    <>
      <p>{t('call.help.text')}</p>
      <ShortcutList tools={tools} />
      <ButtonLink kind="line" href="/moreinfo/faq" target="_blank" rel="noreferrer">
        {t('call.help.faq')}
      </ButtonLink>
    </>
  )
}

function QualityPanel({ call, quality }: { call: Pick<Call, 'setQuality'>; quality: QualityChoice }) {
  const t = useText()
  return (
    <OptionGroup
      legend={t('call.quality.legend')}
      options={qualityChoices.map((value) => ({ value, label: t(`call.quality.${value}`) }))}
      value={quality}
      onChoose={(value) => {
        const chosen = qualityChoices.find((choice) => choice === value)
        if (chosen) chooseQuality(call, chosen)
      }}
    />
  )
}

function ProfilePanel({ name }: { name: string }) {
  const t = useText()
  const { picture, role } = useProfile()
  return (
    <>
      <p className={css.quiet}>{t('call.profile.text')}</p>
      <div className={css.card}>
        <Avatar name={name} picture={picture} size="lg" />
        <span>
          <b dir="auto">{name}</b>
          <span className={css.quiet}>{t(`profile.role.${role}`)}</span>
        </span>
      </div>
    </>
  )
}

type DevicesPanelProps = { call: Pick<Call, 'choose'>; devices: Devices; support: Support }

function DevicesPanel({ call, devices, support }: DevicesPanelProps) {
  const t = useText()
  const kinds: { kind: DeviceKind; label: string; found: readonly MediaDeviceInfo[]; reason?: string }[] = [
    { kind: 'microphone', label: t('call.devices.microphone'), found: devices.microphones },
    { kind: 'camera', label: t('call.devices.camera'), found: devices.cameras },
    {
      kind: 'speaker',
      label: t('call.devices.speaker'),
      found: devices.speakers,
      ...(!support.speaker && { reason: t('call.cannot.speaker') }),
    },
  ]
  return kinds.map(({ kind, label, found, reason }) => (
    <Field key={kind} label={label} help={reason}>
      <Select
        value={devices.chosen[kind]}
        disabled={reason !== undefined || found.length === 0}
        onChange={({ target }) => void call.choose(kind, target.value)}
      >
        {found.length === 0 && <option value="">{t('call.devices.none')}</option>}
        {found.map((device, place) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label || t('call.devices.nameless', { kind: label, number: place + 1 })}
          </option>
        ))}
      </Select>
    </Field>
  ))
}
