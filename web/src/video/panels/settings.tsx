import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { Switch } from '#core/ui/form/switch.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import type { Call, CallSnapshot } from '../engine/call-snapshot.ts'
import css from './panels.module.css'
import { chooseQuality } from './quality-choice.ts'
import type { View } from '../stage/use-view.ts'

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
