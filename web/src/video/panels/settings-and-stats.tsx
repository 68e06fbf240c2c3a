import { Fragment, useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { Switch } from '#core/ui/form/switch.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import type { Call, CallSnapshot, CallStat, Tile } from '../engine/call-snapshot.ts'
import { shortcuts } from '../stage/shortcuts.ts'
import type { Tools } from '../stage/tools.ts'
import type { View } from '../stage/use-view.ts'
import css from './panels.module.css'
import { chooseQuality } from '../stage/use-call.ts'

type SettingsPanelProps = {
  call: Pick<Call, 'setCaptionLanguage' | 'setQuality'>
  snapshot: CallSnapshot
  name: string
  view: Pick<View, 'isMirrored' | 'setMirrored'>
}

export function SettingsPanel({ call, snapshot, name, view }: SettingsPanelProps) {
  const t = useText()
  const { quality, captionLanguage } = snapshot
  return (
    <>
      <Field label={t('call.settings.name')} help={t('call.settings.nameHelp')}>
        <TextInput value={name} readOnly />
      </Field>
      <Field label={t('call.settings.language')}>
        <Select value={captionLanguage} onChange={({ target }) => call.setCaptionLanguage(target.value)}>
          {spokenLanguages(captionLanguage).map(({ code, name: ownName }) => (
            <option key={code} value={code} lang={code}>
              {ownName}
            </option>
          ))}
        </Select>
      </Field>
      <div className={css.row}>
        <span aria-hidden="true">{t('call.settings.mirror')}</span>
        <Switch label={t('call.settings.mirror')} checked={view.isMirrored} onChange={view.setMirrored} />
      </div>
      <div className={css.row}>
        <span aria-hidden="true">{t('call.settings.lessData')}</span>
        <Switch
          label={t('call.settings.lessData')}
          checked={quality === 'low' || quality === 'sound'}
          onChange={(isOn) => chooseQuality(call, isOn ? 'low' : 'auto')}
        />
      </div>
    </>
  )
}

/** Languages of India that speech services support. */
const codes = ['en-IN', 'hi-IN', 'bn-IN', 'gu-IN', 'kn-IN', 'ml-IN', 'mr-IN', 'pa-IN', 'ta-IN', 'te-IN', 'ur-IN']

/** Each in its own language. Always includes the one in use. */
function spokenLanguages(inUse: string): { code: string; name: string }[] {
  const all = codes.includes(inUse) ? codes : [inUse, ...codes]
  return all.map((code) => {
    const [language = code] = code.split('-')
    return { code, name: new Intl.DisplayNames([code], { type: 'language' }).of(language) ?? code }
  })
}

type ShortcutsPanelProps = { tools: Tools; view: Pick<View, 'areShortcutsOn' | 'setShortcutsOn'> }

/** Shortcuts can be disabled: with voice control, single keys are triggered by mistake. */
export function ShortcutsPanel({ tools, view }: ShortcutsPanelProps) {
  const t = useText()
  return (
    <>
      <ShortcutList tools={tools} />
      <div className={css.row}>
        <span aria-hidden="true">{t('call.shortcuts.on')}</span>
        <Switch label={t('call.shortcuts.on')} checked={view.areShortcutsOn} onChange={view.setShortcutsOn} />
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

const READ_EVERY_MS = 2_000

export function StatsPanel({ call, tiles }: { call: Pick<Call, 'readStats'>; tiles: readonly Tile[] }) {
  const t = useText()
  const [stats, setStats] = useState<readonly CallStat[] | null>(null)

  useEffect(() => {
    let isThere = true
    async function read() {
      // Fails if a connection closed during the call; the next read excludes it.
      const next = await call.readStats().catch(() => null)
      if (isThere && next) setStats(next)
    }
    void read()
    const timer = setInterval(() => void read(), READ_EVERY_MS)
    return () => {
      isThere = false
      clearInterval(timer)
    }
  }, [call])

  if (!stats) return <LoadingBeads label={t('app.loading')} labelHidden />
  if (stats.length === 0) return <p className={css.quiet}>{t('call.stats.none')}</p>
  return stats.map((stat) => (
    <Fragment key={stat.peerId}>
      <h3 dir="auto">{tiles.find(({ peerId }) => peerId === stat.peerId)?.name}</h3>
      <dl className={css.figures}>
        <dt>{t('call.stats.up')}</dt>
        <dd>{t('call.stats.kbit', { n: Math.round(stat.kbitUp) })}</dd>
        <dt>{t('call.stats.down')}</dt>
        <dd>{t('call.stats.kbit', { n: Math.round(stat.kbitDown) })}</dd>
        <dt>{t('call.stats.loss')}</dt>
        <dd>{t('call.stats.percent', { n: Math.round(stat.lossPercent) })}</dd>
        <dt>{t('call.stats.rtt')}</dt>
        <dd>{t('call.stats.ms', { n: Math.round(stat.rttMs) })}</dd>
        <dt>{t('call.stats.picture')}</dt>
        <dd>{pictureOf(stat)}</dd>
      </dl>
    </Fragment>
  ))

  function pictureOf({ width, height, framesPerSecond }: CallStat): string {
    if (width === 0) return t('call.stats.noPicture')
    return t('call.stats.size', { width, height, frames: Math.round(framesPerSecond) })
  }
}
